-- A person's role in a workspace, gone.
delete from workspace_members
where workspace_id = $workspace_id
  and person_id = $person_id
