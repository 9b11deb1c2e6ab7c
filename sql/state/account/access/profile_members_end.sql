-- Every role that was held on a profile goes.
delete from profile_members
where profile_id = $profile_id
