-- All rows of a profile deleted.
delete from spend_reports
where profile_id = $profile_id
limit $limit
