-- One unit more, used on the day.
insert into ai_units (workspace_id, day, units)
values ($workspace_id, $day, 1)
on conflict do update set units = units + 1
