-- What search_values holds of a customer.
delete from search_values indexed by search_values_of_customer
where profile_id = $profile_id
  and customer_no = $customer_no
