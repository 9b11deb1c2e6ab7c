-- name: customer_details_erase
-- The rows of customer_details of a customer.
delete from customer_details
where profile_id = $profile_id
  and customer_no = $customer_no;

-- name: customer_details_get
-- One row at most: what of a customer only the proposer reads.
select sealed from customer_details where profile_id = $profile_id and customer_no = $customer_no;

-- name: customer_details_put
-- One row: what of a customer only the proposer reads.
insert into customer_details (profile_id, customer_no, sealed)
values ($profile_id, $customer_no, $sealed)
on conflict (profile_id, customer_no) do update set sealed = excluded.sealed;
