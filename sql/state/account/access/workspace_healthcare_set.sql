-- Whether a workspace is a healthcare agency, and so all of its profiles.
update access_workspaces
set is_healthcare = $is_healthcare
where workspace_id = $workspace_id
