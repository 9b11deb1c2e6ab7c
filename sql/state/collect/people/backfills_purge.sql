-- Every row of a profile in backfills.
delete from backfills
where profile_id = $profile_id
limit $limit
