-- Every row of a profile in journey_summaries.
delete from journey_summaries
where profile_id = $profile_id
limit $limit
