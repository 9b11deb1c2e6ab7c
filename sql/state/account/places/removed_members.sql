-- name: removed_member_add
-- A person who was taken out of a workspace.
insert or replace into removed_members (place_id, member_id, person_id, removed_at)
values ($place_id, $person_id, $person_id, $now);

-- name: removed_member_get
-- The user of a removed membership; at most one row.
select person_id from removed_members
where place_id = $place_id
  and member_id = $member_id;

-- name: removed_profile_members_add
-- A person's roles on the profiles of a workspace, or on one of them, before they are taken away.
insert or replace into removed_members (place_id, member_id, person_id, removed_at)
select profile_id, membership_id, person_id, $now
from profile_members
where person_id = $person_id
  and profile_id in (
    select profile_id
    from access_profiles
    where workspace_id = $workspace_id
      and ($profile_id is null or profile_id = $profile_id)
  );
