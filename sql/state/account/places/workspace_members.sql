-- name: operator_find
-- One row: the first owner of a live workspace, who runs this installation.
select people.person_id, people.email, people.name, people.email_confirmed_at, people.created_at
from workspace_members
inner join people on people.person_id = workspace_members.person_id
inner join access_workspaces on access_workspaces.workspace_id = workspace_members.workspace_id
where workspace_members.role = 'owner'
  and access_workspaces.archived_at is null
order by people.created_at, people.rowid
limit 1;

-- name: profiles_reach
-- One row per live profile that a person can open, with both roles they may have there, oldest first.
select
  access_profiles.profile_id,
  access_profiles.workspace_id,
  workspace_members.role as workspace_role,
  profile_members.role as profile_role,
  profile_members.can_see_pii
from workspace_members
inner join access_workspaces on access_workspaces.workspace_id = workspace_members.workspace_id
inner join access_profiles on access_profiles.workspace_id = access_workspaces.workspace_id
left join profile_members
  on profile_members.profile_id = access_profiles.profile_id
  and profile_members.person_id = workspace_members.person_id
where workspace_members.person_id = $person_id
  and ($workspace_id is null or access_workspaces.workspace_id = $workspace_id)
  and access_workspaces.archived_at is null
  and access_profiles.archived_at is null
  and (workspace_members.role in ('owner', 'admin') or profile_members.role is not null)
order by access_profiles.created_at, access_profiles.rowid;

-- name: workspace_member_put
-- A person's one role in a workspace.
insert into workspace_members (workspace_id, person_id, role, created_at)
values ($workspace_id, $person_id, $role, $created_at)
on conflict (workspace_id, person_id) do update set role = excluded.role;

-- name: workspace_member_remove
-- A person's role in a workspace, gone.
delete from workspace_members
where workspace_id = $workspace_id
  and person_id = $person_id;

-- name: workspace_members_end
-- Every membership of a workspace goes.
delete from workspace_members
where workspace_id = $workspace_id;

-- name: workspace_members_list
-- One row per member of a workspace, the longest there first.
select workspace_members.person_id, workspace_members.role, workspace_members.created_at, people.email, people.name
from workspace_members
inner join people on people.person_id = workspace_members.person_id
where workspace_members.workspace_id = $workspace_id
order by workspace_members.created_at, people.rowid;

-- name: workspace_reach
-- One row: the role of a person in a live workspace.
select workspace_members.workspace_id, workspace_members.role
from workspace_members
inner join access_workspaces on access_workspaces.workspace_id = workspace_members.workspace_id
where workspace_members.workspace_id = $workspace_id
  and workspace_members.person_id = $person_id
  and access_workspaces.archived_at is null;

-- name: workspaces_reach
-- One row per live workspace of a person, oldest first.
select workspace_members.workspace_id, workspace_members.role
from workspace_members
inner join access_workspaces on access_workspaces.workspace_id = workspace_members.workspace_id
where workspace_members.person_id = $person_id
  and access_workspaces.archived_at is null
order by access_workspaces.created_at, access_workspaces.rowid;
