-- Every row of a profile in proposals.
delete from proposals
where profile_id = $profile_id
limit $limit
