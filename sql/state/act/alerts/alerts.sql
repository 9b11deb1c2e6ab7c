-- name: alert_add
-- One new alert.
insert into alerts (alert_id, profile_id, cause, rules, contents, raised_at)
values ($alert_id, $profile_id, $cause, $rules, $contents, $now);

-- name: alert_change
-- The rules and contents of an alert as they are now, and its end.
update alerts
set rules = $rules, contents = $contents, cleared_at = $cleared_at
where alert_id = $alert_id;

-- name: alert_get
-- One row: an alert of a profile.
select alert_id, profile_id, cause, rules, contents, raised_at, cleared_at, acknowledged_by, acknowledged_at, snoozed_until
from alerts
where alert_id = $alert_id and profile_id = $profile_id;

-- name: alert_mark
-- What a person did with an alert.
update alerts
set acknowledged_by = $acknowledged_by, acknowledged_at = $acknowledged_at, snoozed_until = $snoozed_until
where alert_id = $alert_id;

-- name: alerts_forget
-- Alerts that were cleared long ago are removed.
delete from alerts
where profile_id = $profile_id and cleared_at < $before;

-- name: alerts_list
-- One row per alert of a profile, the newest first.
select alert_id, profile_id, cause, rules, contents, raised_at, cleared_at, acknowledged_by, acknowledged_at, snoozed_until
from alerts
where profile_id = $profile_id
order by raised_at desc, alert_id
limit $limit;

-- name: alerts_new_count
-- One row: open alerts that nobody has acknowledged, newer than a moment.
-- columns: alerts integer
select count(*) as alerts
from alerts
where profile_id = $profile_id and raised_at > $since and cleared_at is null and acknowledged_at is null;

-- name: alerts_recent
-- One row per alert that is open, or was cleared after a moment, the oldest first.
select alert_id, profile_id, cause, rules, contents, raised_at, cleared_at, acknowledged_by, acknowledged_at, snoozed_until
from alerts
where profile_id = $profile_id and coalesce(cleared_at, $since) >= $since
order by raised_at, alert_id;
