-- What browsers holds of a customer.
delete from browsers indexed by browsers_of_customer
where profile_id = $profile_id
  and customer_no = $customer_no
