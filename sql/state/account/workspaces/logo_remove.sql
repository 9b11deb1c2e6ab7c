-- A workspace's logo, gone.
delete from workspace_logos
where workspace_id = $workspace_id
