-- A person's roles on all profiles of a workspace, gone.
delete from profile_members
where person_id = $person_id
  and profile_id in (select profile_id from access_profiles where workspace_id = $workspace_id)
