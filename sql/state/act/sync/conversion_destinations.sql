-- name: destination_add
-- One new destination; none where the profile has it already.
insert into conversion_destinations (
  destination_id, profile_id, kind, name, settings, target_key, connection_id, secret, status, created_by, created_at, updated_at
)
values ($destination_id, $profile_id, $kind, $name, $settings, $target_key, $connection_id, $secret, 'active', $created_by, $now, $now)
on conflict do nothing;

-- name: destination_get
-- One row at most: a destination by its id, a removed one too.
select
  destination_id, profile_id, kind, name, settings, connection_id, secret, status, status_reason, created_by, created_at, updated_at,
  throttled_until, removed_at
from conversion_destinations
where destination_id = $destination_id;

-- name: destination_of_target
-- One row at most: the destination of a profile with this target.
select destination_id from conversion_destinations where profile_id = $profile_id and target_key = $target_key and removed_at is null;

-- name: destinations_list
-- One row per destination of a profile that is not removed, the oldest first.
select
  destination_id, profile_id, kind, name, settings, connection_id, secret, status, status_reason, created_by, created_at, updated_at,
  throttled_until, removed_at
from conversion_destinations
where profile_id = $profile_id
  and removed_at is null
order by created_at, destination_id;

-- name: destination_status_set
-- A destination in another status.
update conversion_destinations
set status = $status, status_reason = $status_reason, throttled_until = null, updated_at = $now
where destination_id = $destination_id
  and removed_at is null;

-- name: destination_throttle
-- Nothing is sent before a moment.
update conversion_destinations set throttled_until = $until where destination_id = $destination_id;

-- name: destinations_archive
-- Destinations of archived profiles: nothing is sent any more.
update conversion_destinations
set status = 'paused', status_reason = 'archived', updated_at = $now
where removed_at is null
  and status = 'active'
  and profile_id in (select value from json_each($profile_ids));

-- name: destinations_sending
-- One row per destination that may have something to send or to end.
select destination_id, profile_id from conversion_destinations where removed_at is null;

-- name: destination_change
-- params: target_key text?
-- The fields of a destination that a user may change.
update conversion_destinations
set name = $name, settings = $settings, target_key = coalesce($target_key, target_key), connection_id = $connection_id, secret = $secret, updated_at = $now
where destination_id = $destination_id;

-- name: destination_remove
-- A removed destination; its secret goes.
update conversion_destinations
set removed_at = $now, secret = null, updated_at = $now
where destination_id = $destination_id
  and removed_at is null;

-- name: destinations_waiting_count
-- One row: how many destinations get nothing until a person has done something, or are off for a reason that no person chose.
-- columns: destinations integer
select count(*) as destinations
from conversion_destinations
where profile_id = $profile_id and removed_at is null and status_reason in ('gone', 'connection', 'permission', 'terms', 'configuration');
