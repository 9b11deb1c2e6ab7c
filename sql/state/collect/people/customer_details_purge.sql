-- Every row of a profile in customer_details.
delete from customer_details
where profile_id = $profile_id
limit $limit
