-- One row per live workspace of a person, oldest first.
select workspace_members.workspace_id, workspace_members.role
from workspace_members
inner join access_workspaces on access_workspaces.workspace_id = workspace_members.workspace_id
where workspace_members.person_id = $person_id
  and access_workspaces.archived_at is null
order by access_workspaces.created_at, access_workspaces.rowid
