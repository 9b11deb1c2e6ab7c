-- All rows of a profile deleted.
delete from payment_refunds
where profile_id = $profile_id
limit $limit
