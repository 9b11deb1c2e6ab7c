-- One row per role held on a profile by a member of its workspace, the oldest first.
select
  profile_members.membership_id, profile_members.person_id, profile_members.role, profile_members.can_see_pii,
  profile_members.created_at, people.email, people.name
from profile_members
inner join people on people.person_id = profile_members.person_id
inner join access_profiles on access_profiles.profile_id = profile_members.profile_id
inner join workspace_members
  on workspace_members.workspace_id = access_profiles.workspace_id
  and workspace_members.person_id = profile_members.person_id
where profile_members.profile_id = $profile_id
order by profile_members.created_at, people.rowid
