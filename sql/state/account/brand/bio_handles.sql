-- name: handle_find
-- One row: the profile of a handle, and the handle that this profile has now.
-- columns: handle_now text
select
  bio_handles.profile_id, bio_handles.retired_at,
  (
    select now.handle
    from bio_handles as now
    where now.profile_id = bio_handles.profile_id and now.retired_at is null
  ) as handle_now
from bio_handles
where bio_handles.handle = $handle;

-- name: handle_get
-- One row: the handle of a profile.
select handle
from bio_handles
where profile_id = $profile_id and retired_at is null;

-- name: handle_like
-- One row: the handle that looks like this one.
select handle, profile_id, retired_at
from bio_handles
where skeleton = $skeleton;

-- name: handle_put
-- The handle of a profile from now on.
insert into bio_handles (handle, skeleton, profile_id)
values ($handle, $skeleton, $profile_id);

-- name: handle_remove
-- A handle that nobody holds any more.
delete from bio_handles
where handle = $handle;

-- name: handle_retire
-- The handle of a profile, given up: it leads to the page for a while.
update bio_handles
set retired_at = $now
where profile_id = $profile_id and retired_at is null;

-- name: handles_retired
-- One row per handle that a profile has given up, but for the last so many.
select handle
from bio_handles
where profile_id = $profile_id and retired_at is not null
order by retired_at desc, rowid desc
limit -1 offset $most;
