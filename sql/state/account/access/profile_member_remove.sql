-- A person's role on a profile, gone.
delete from profile_members
where profile_id = $profile_id
  and person_id = $person_id
