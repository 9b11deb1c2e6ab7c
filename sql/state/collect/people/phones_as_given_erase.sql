-- What phones_as_given holds of a customer.
delete from phones_as_given
where profile_id = $profile_id
  and customer_no = $customer_no
