-- How a workspace looked.
delete from workspace_branding
where workspace_id = $workspace_id
limit $limit
