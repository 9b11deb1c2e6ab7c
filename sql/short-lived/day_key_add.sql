-- The key of a profile for a day; none where there is one.
insert into day_keys (profile_id, day, sealed_key)
values ($profile_id, $day, $sealed_key)
on conflict do nothing;
