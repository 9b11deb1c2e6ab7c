-- Every row of a profile in customers.
delete from customers
where profile_id = $profile_id
limit $limit
