-- What customers holds of a customer.
delete from customers
where profile_id = $profile_id
  and customer_no = $customer_no
