-- What customer_details holds of a customer.
delete from customer_details
where profile_id = $profile_id
  and customer_no = $customer_no
