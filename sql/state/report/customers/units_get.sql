-- One row: what was used on the day; none when nothing was.
select units from ai_units where workspace_id = $workspace_id and day = $day
