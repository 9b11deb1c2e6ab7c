-- The claims of a profile.
delete from custom_domains
where profile_id = $profile_id
