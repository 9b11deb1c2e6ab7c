-- Every membership of a workspace goes.
delete from workspace_members
where workspace_id = $workspace_id
