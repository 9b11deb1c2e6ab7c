-- name: profile_member_find
-- One row: what a person may do on a profile by a role of their own there.
select role, can_see_pii
from profile_members
where profile_id = $profile_id
  and person_id = $person_id;

-- name: profile_member_put
-- A person's one role on a profile; its id stays while the role changes.
insert into profile_members (profile_id, person_id, role, can_see_pii, created_at, membership_id)
values ($profile_id, $person_id, $role, $can_see_pii, $created_at, $membership_id)
on conflict (profile_id, person_id) do update set role = excluded.role, can_see_pii = excluded.can_see_pii;

-- name: profile_member_remove
-- A person's role on a profile, gone.
delete from profile_members
where profile_id = $profile_id
  and person_id = $person_id;

-- name: profile_members_end
-- Every role on a profile is deleted.
delete from profile_members
where profile_id = $profile_id;

-- name: profile_members_list
-- One row per role on a profile of a member of its workspace, the oldest first.
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
order by profile_members.created_at, people.rowid;

-- name: profile_members_remove
-- A person's roles on all profiles of a workspace, gone.
delete from profile_members
where person_id = $person_id
  and profile_id in (select profile_id from access_profiles where workspace_id = $workspace_id);
