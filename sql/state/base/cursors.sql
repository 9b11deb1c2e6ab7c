-- name: cursor_get
-- One row when the cursor was ever set.
select value from cursors where name = $name and profile_id = $profile_id;

-- name: cursor_set
-- One row per follower and profile.
insert into cursors (name, profile_id, value) values ($name, $profile_id, $value)
on conflict (name, profile_id) do update set value = excluded.value;

-- name: cursors_purge
-- The position of each follower in a profile.
delete from cursors
where profile_id = $profile_id
limit $limit;

-- name: reached_list
-- One row per profile: how many facts of the journal state has seen.
-- columns: seq integer
select profile_id, max(value) as seq
from cursors
where name in ('stitched', 'landed')
group by profile_id;
