-- name: units_get
-- One row: what was used on the day; none when nothing was.
select units from mcp_units where workspace_id = $workspace_id and day = $day;

-- name: units_give_back
-- One row: the workspace's day, with fewer units.
update mcp_units set units = max(0, units - $units) where workspace_id = $workspace_id and day = $day;

-- name: units_take
-- One row when the units were taken, none when they would be more than the day's allowance.
insert into mcp_units (workspace_id, day, units)
select $workspace_id, $day, $units
where $units <= $allowance
on conflict do update set units = units + excluded.units where units + excluded.units <= $allowance
returning units;
