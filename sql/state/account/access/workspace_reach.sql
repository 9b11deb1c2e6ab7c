-- One row: the role a person holds in a live workspace.
select workspace_members.workspace_id, workspace_members.role
from workspace_members
inner join access_workspaces on access_workspaces.workspace_id = workspace_members.workspace_id
where workspace_members.workspace_id = $workspace_id
  and workspace_members.person_id = $person_id
  and access_workspaces.archived_at is null
