-- What a profile has in landing_quarantine.
delete from landing_quarantine
where profile_id = $profile_id
limit $limit
