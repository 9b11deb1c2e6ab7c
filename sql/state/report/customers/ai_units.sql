-- name: units_add
-- One unit more, used on the day.
insert into ai_units (workspace_id, day, units)
values ($workspace_id, $day, 1)
on conflict do update set units = units + 1;

-- name: units_get
-- One row: what was used on the day; none when nothing was.
select units from ai_units where workspace_id = $workspace_id and day = $day;
