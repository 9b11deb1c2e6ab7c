-- What a workspace has in ai_units.
delete from ai_units
where workspace_id = $workspace_id
limit $limit
