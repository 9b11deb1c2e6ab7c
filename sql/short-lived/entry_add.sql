-- One value; none where its name has one.
insert into entries (profile_id, name, day, sealed)
values ($profile_id, $name, $day, $sealed)
on conflict do nothing;
