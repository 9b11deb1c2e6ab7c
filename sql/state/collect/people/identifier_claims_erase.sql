-- What identifier_claims holds of a customer.
delete from identifier_claims indexed by identifier_claims_of_customer
where profile_id = $profile_id
  and customer_no = $customer_no
