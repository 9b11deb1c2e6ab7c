-- Every row of a profile in link_token_limits.
delete from link_token_limits
where profile_id = $profile_id
limit $limit
