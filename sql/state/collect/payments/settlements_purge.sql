-- All rows of a profile deleted.
delete from payment_settlements
where profile_id = $profile_id
limit $limit
