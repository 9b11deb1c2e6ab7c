-- One row at most: what of a customer only the proposer reads.
select sealed from customer_details where profile_id = $profile_id and customer_no = $customer_no;
