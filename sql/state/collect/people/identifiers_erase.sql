-- What identifiers holds of a customer.
delete from identifiers indexed by identifiers_of_customer
where profile_id = $profile_id
  and customer_no = $customer_no
