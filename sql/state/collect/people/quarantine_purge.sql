-- Every row of a profile in quarantine.
delete from quarantine
where profile_id = $profile_id
limit $limit
