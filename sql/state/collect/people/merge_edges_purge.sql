-- Every row of a profile in merge_edges.
delete from merge_edges
where profile_id = $profile_id
limit $limit
