-- The name a customer was found by so far.
delete from search_values
where profile_no = (select profile_no from search_profiles where profile_id = $profile_id)
  and customer_no = $customer_no
  and kind = 'name';
