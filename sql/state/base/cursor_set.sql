-- One row per follower and profile.
insert into cursors (name, profile_id, value) values ($name, $profile_id, $value)
on conflict (name, profile_id) do update set value = excluded.value;
