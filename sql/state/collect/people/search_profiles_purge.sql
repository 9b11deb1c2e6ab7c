-- The number of a profile that has no texts any more.
delete from search_profiles
where profile_id = $profile_id
