-- What a profile has in profile_pacing.
delete from profile_pacing
where profile_id = $profile_id
limit $limit
