-- name: marks_list
-- Rows: hours of a profile and what was seen of them.
select hour, digest from conversion_marks where profile_id = $profile_id;

-- name: mark_put
-- An hour as it was seen.
insert into conversion_marks (profile_id, hour, digest)
values ($profile_id, $hour, $digest)
on conflict (profile_id, hour) do update set digest = excluded.digest;

-- name: mark_remove
-- An hour without conversions.
delete from conversion_marks where profile_id = $profile_id and hour = $hour;

-- name: marks_remove
-- Every hour of a profile is looked into again.
delete from conversion_marks where profile_id = $profile_id;

-- name: marks_forget
-- Hours of long ago.
delete from conversion_marks where hour < $before;
