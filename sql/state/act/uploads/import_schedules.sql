-- name: import_schedule_add
-- One new schedule, whose first file waits for a person.
insert into import_schedules (
  schedule_id, profile_id, source, every, status, import_id, content_hash, etag, last_modified, checked_at, created_by, created_at
)
values (
  $schedule_id, $profile_id, $source, $every, 'asks', $import_id, $content_hash, $etag, $last_modified, $now, $created_by, $now
);

-- name: import_schedule_adopt
-- A schedule whose file a person has committed: it goes on as that file was read.
update import_schedules
set
  status = 'active', reason = null, reading = $reading, content_hash = $content_hash, failing_since = null, imported_at = $now,
  next_at = $next_at
where schedule_id = $schedule_id
  and status in ('asks', 'needs_action');

-- name: import_schedule_delete
-- A schedule, gone; what it imported stays.
delete from import_schedules
where profile_id = $profile_id
  and schedule_id = $schedule_id;

-- name: import_schedule_every
-- Another period.
update import_schedules
set every = $every, next_at = $next_at
where schedule_id = $schedule_id;

-- name: import_schedule_failed
-- A run that failed, of an active schedule.
update import_schedules
set reason = $reason, failing_since = coalesce(failing_since, $now), checked_at = $now, next_at = $next_at
where schedule_id = $schedule_id
  and status = 'active';

-- name: import_schedule_get
-- One row: a schedule of this profile.
select
  schedule_id, profile_id, source, every, status, reason, reading, import_id, content_hash, etag, last_modified, failing_since, checked_at,
  imported_at, next_at, created_by, created_at
from import_schedules
where profile_id = $profile_id
  and schedule_id = $schedule_id;

-- name: import_schedule_of
-- One row: the schedule whose last file this import is.
select
  schedule_id, profile_id, source, every, status, reason, reading, import_id, content_hash, etag, last_modified, failing_since, checked_at,
  imported_at, next_at, created_by, created_at
from import_schedules
where profile_id = $profile_id
  and import_id = $import_id;

-- name: import_schedule_ran
-- A run that went well, of an active schedule.
update import_schedules
set
  reason = null, failing_since = null, checked_at = $now, etag = $etag, last_modified = $last_modified,
  imported_at = case when $import_id is null then imported_at else $now end,
  import_id = coalesce($import_id, import_id), content_hash = coalesce($content_hash, content_hash), next_at = $next_at
where schedule_id = $schedule_id
  and status = 'active';

-- name: import_schedule_status
-- Another status.
update import_schedules
set status = $status, reason = $reason, next_at = $next_at, import_id = coalesce($import_id, import_id)
where schedule_id = $schedule_id;

-- name: import_schedules_due
-- One row per active schedule whose time has come, the longest waiting first.
select profile_id, schedule_id
from import_schedules
where status = 'active'
  and next_at <= $now
order by next_at;

-- name: import_schedules_list
-- One row per schedule of the profile, the oldest first.
select
  schedule_id, profile_id, source, every, status, reason, reading, import_id, content_hash, etag, last_modified, failing_since, checked_at,
  imported_at, next_at, created_by, created_at
from import_schedules
where profile_id = $profile_id
order by created_at, schedule_id;
