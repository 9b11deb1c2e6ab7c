-- name: alert_notice_add
-- One notice; none where it is there.
insert into alert_notices (profile_id, alert_id, event, target, status, reason, mail, created_at)
values ($profile_id, $alert_id, $event, $target, $status, $reason, $mail, $now)
on conflict (profile_id, alert_id, event, target) do nothing;

-- name: alert_notice_get
-- One row: a notice.
select status, reason, mail
from alert_notices
where profile_id = $profile_id and alert_id = $alert_id and event = $event and target = $target;

-- name: alert_notice_set
-- How a notice goes.
update alert_notices
set status = $status, reason = $reason
where profile_id = $profile_id and alert_id = $alert_id and event = $event and target = $target;

-- name: alert_notices_forget
-- Notices of alerts that are removed.
delete from alert_notices
where profile_id = $profile_id and alert_id not in (select alert_id from alerts where profile_id = $profile_id);

-- name: alert_notices_list
-- One row per notice of an alert, the oldest first.
select event, target, status, reason, mail, created_at
from alert_notices
where profile_id = $profile_id and alert_id = $alert_id
order by created_at, event, target;

-- name: alert_reminders_remove
-- An alert that is snoozed again is called to mind again.
delete from alert_notices
where profile_id = $profile_id and alert_id = $alert_id and event = 'reminded';

-- name: alert_notices_waiting
-- One row per notice of a profile that waits for its chat.
select alert_id, event, target
from alert_notices
where profile_id = $profile_id and status = 'queued' and mail is null;
