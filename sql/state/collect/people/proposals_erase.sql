-- What proposals holds of pairs with a customer.
delete from proposals
where profile_id = $profile_id
  and (customer_a = $customer_no or customer_b = $customer_no)
