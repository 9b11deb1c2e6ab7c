-- Every row of a profile in identifiers.
delete from identifiers
where profile_id = $profile_id
limit $limit
