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
order by access_profiles.created_at, access_profiles.rowid
