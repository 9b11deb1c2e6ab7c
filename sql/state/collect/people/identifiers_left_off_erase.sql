-- What identifiers_left_off holds of a customer.
delete from identifiers_left_off indexed by identifiers_left_off_of_customer
where profile_id = $profile_id
  and customer_no = $customer_no
