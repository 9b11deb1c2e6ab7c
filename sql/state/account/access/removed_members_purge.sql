-- What is known of members of a workspace or a profile who were taken away.
delete from removed_members
where place_id = $place_id
limit $limit
