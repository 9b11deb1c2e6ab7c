-- Every row of a profile in link_token_browsers.
delete from link_token_browsers
where profile_id = $profile_id
limit $limit
