-- Every row of a profile in search_values; the index follows.
delete from search_values
where profile_no = (select profile_no from search_profiles where profile_id = $profile_id)
limit $limit
