-- What was asked for about a profile.
delete from handoffs
where profile_id = $profile_id
limit $limit
