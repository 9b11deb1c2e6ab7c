-- What search_values holds of a customer.
delete from search_values
where profile_no = (select profile_no from search_profiles where profile_id = $profile_id)
  and customer_no = $customer_no
