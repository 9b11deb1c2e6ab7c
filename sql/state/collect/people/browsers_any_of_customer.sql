-- One row when a browser is linked to a customer.
-- columns: is_any integer
select 1 as is_any from browsers indexed by browsers_of_customer
where profile_id = $profile_id and customer_no = $customer_no
limit 1;
