-- One row when the units were taken, none when they would be more than the day's allowance.
insert into mcp_units (workspace_id, day, units)
select $workspace_id, $day, $units
where $units <= $allowance
on conflict do update set units = units + excluded.units where units + excluded.units <= $allowance
returning units
