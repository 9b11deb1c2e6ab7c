-- One row: the first owner of a live workspace, who runs this installation.
select people.person_id, people.email, people.name, people.email_confirmed_at, people.created_at
from workspace_members
inner join people on people.person_id = workspace_members.person_id
inner join access_workspaces on access_workspaces.workspace_id = workspace_members.workspace_id
where workspace_members.role = 'owner'
  and access_workspaces.archived_at is null
order by people.created_at, people.rowid
limit 1
