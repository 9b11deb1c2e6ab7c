-- The features of a profile.
delete from profile_entitlements
where profile_id = $profile_id
limit $limit
