-- One row per member of a workspace, the longest there first.
select workspace_members.person_id, workspace_members.role, workspace_members.created_at, people.email, people.name
from workspace_members
inner join people on people.person_id = workspace_members.person_id
where workspace_members.workspace_id = $workspace_id
order by workspace_members.created_at, people.rowid
