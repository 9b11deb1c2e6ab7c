-- What proposal_evidence holds of pairs with a customer.
delete from proposal_evidence
where profile_id = $profile_id
  and (customer_a = $customer_no or customer_b = $customer_no)
