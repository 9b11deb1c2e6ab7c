-- Every row of a profile in browsers.
delete from browsers
where profile_id = $profile_id
limit $limit
