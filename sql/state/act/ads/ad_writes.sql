-- name: write_add
-- One new change.
insert into ad_writes (
  write_id, plan_id, position, profile_id, kind, platform, account_id, currency, target_type, target_id, target_name, adset_id, campaign_id,
  planned_on, before, after, status, undoes, copy_id, created_at
)
values (
  $write_id, $plan_id, $position, $profile_id, $kind, $platform, $account_id, $currency, $target_type, $target_id, $target_name, $adset_id,
  $campaign_id, $planned_on, $before, $after, $status, $undoes, $copy_id, $created_at
);

-- name: write_get
-- One row: a change of a profile.
select * from ad_writes where write_id = $write_id and profile_id = $profile_id;

-- name: writes_of_plan
-- One row per change of a plan, in their order.
select * from ad_writes where plan_id = $plan_id order by position;

-- name: writes_approve
-- The changes of a plan that waited and are carried out now.
update ad_writes set status = 'planned' where plan_id = $plan_id and status = 'awaiting_approval';

-- name: write_send
-- From now on the platform may have done it.
update ad_writes
set status = if(status = 'undoing', 'undoing', 'applying'), sent_at = coalesce(sent_at, $now)
where write_id = $write_id;

-- name: write_copied
-- The copy that a duplicate-and-swap has made.
update ad_writes set copy_id = $copy_id where write_id = $write_id;

-- name: write_unsend
-- The platform has not done it, and will not.
update ad_writes set status = 'planned', sent_at = null where write_id = $write_id and status = 'applying';

-- name: write_applied
-- A change that the platform has carried out.
update ad_writes
set status = 'applied', result = $result, request_ids = $request_ids, ended_at = $now
where write_id = $write_id;

-- name: write_undoing
-- A change that is being taken back, as a later one of its plan failed.
update ad_writes set status = 'undoing' where write_id = $write_id and status = 'applied';

-- name: write_left
-- A change that could not be taken back.
update ad_writes set status = 'applied', error = $error where write_id = $write_id and status = 'undoing';

-- name: write_undone
-- A change that was taken back.
update ad_writes set status = 'undone' where write_id = $write_id and status in ('applied', 'undoing');

-- name: write_failed
-- A change that the platform has not carried out.
update ad_writes set status = 'failed', error = $error, ended_at = $now where write_id = $write_id;

-- name: writes_end
-- The changes of a plan that had no turn, or whose outcome is unknown.
update ad_writes
set status = $status, error = $error, ended_at = $now
where plan_id = $plan_id
  and status in ('awaiting_approval', 'planned', 'applying');

-- name: write_open
-- One row when a change of the target is under way.
select write_id from ad_writes
where platform = $platform
  and target_type = $target_type
  and target_id = $target_id
  and status in ('planned', 'applying', 'undoing');

-- name: writes_left
-- The changes of a plan that were being taken back when it ended.
update ad_writes set status = 'applied', error = $error where plan_id = $plan_id and status = 'undoing';

-- name: writes_applied_since
-- One row per change that the platform has carried out since a moment, the first one first.
select platform, account_id, target_type, target_id, after, result, ended_at
from ad_writes
where profile_id = $profile_id and status = 'applied' and ended_at > $since
order by ended_at, created_at, position;

-- name: writes_sent
-- One row per change that a platform was asked for in a time, whatever became of it, with the end of its plan.
select
  w.platform, w.account_id, w.kind, w.target_type, w.target_id, w.copy_id, w.before, w.after, w.status, w.sent_at, w.ended_at,
  p.ended_at as plan_ended_at
from ad_writes as w
inner join ad_write_plans as p on p.plan_id = w.plan_id
where w.profile_id = $profile_id
  and w.sent_at is not null
  and w.sent_at < $to_at
  and coalesce(p.ended_at, $now) >= $from_at
order by w.sent_at, w.write_id;
