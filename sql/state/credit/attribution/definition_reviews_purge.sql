-- That a profile's definitions were settled.
delete from definition_reviews
where profile_id = $profile_id
limit $limit
