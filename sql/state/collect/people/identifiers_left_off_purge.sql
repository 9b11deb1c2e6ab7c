-- Every row of a profile in identifiers_left_off.
delete from identifiers_left_off
where profile_id = $profile_id
limit $limit
