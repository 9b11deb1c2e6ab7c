-- One value, in place of an earlier one of its name.
insert into entries (profile_id, name, day, sealed)
values ($profile_id, $name, $day, $sealed)
on conflict (profile_id, name) do update set day = excluded.day, sealed = excluded.sealed;
