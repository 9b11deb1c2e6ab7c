-- name: calendar_add
-- One new calendar, before the provider is asked to make it.
insert into managed_calendars (profile_id, provider, owner, name, timezone, created_by, created_at)
values ($profile_id, $provider, $owner, $name, $timezone, $created_by, $now)
returning calendar_no;

-- name: calendar_made
-- The provider has made it.
update managed_calendars
set calendar_id = $calendar_id, name = $name, timezone = $timezone
where calendar_no = $calendar_no;

-- name: calendar_forget
-- It was not made.
delete from managed_calendars
where calendar_no = $calendar_no
  and calendar_id is null;

-- name: calendar_remove
-- The provider has removed it.
update managed_calendars
set removed_at = $now
where calendar_no = $calendar_no
  and removed_at is null;

-- name: calendar_get
-- One row: a calendar that was made, by the provider's id; removed ones too.
-- columns: calendar_id text
select calendar_no, provider, owner, calendar_id, name, timezone, created_at, removed_at
from managed_calendars
where profile_id = $profile_id and calendar_id = $calendar_id;

-- name: calendar_named
-- One row: the calendar of a profile that has this name, also one that is being made.
select calendar_no, calendar_id
from managed_calendars
where profile_id = $profile_id and name = $name and removed_at is null;

-- name: calendars_list
-- One row per calendar that is there, the oldest first.
-- columns: calendar_id text
select calendar_no, provider, owner, calendar_id, name, timezone, created_at, removed_at
from managed_calendars
where profile_id = $profile_id and calendar_id is not null and removed_at is null
order by calendar_no;
