-- What the browsers of a customer named.
delete from browser_claims
where profile_id = $profile_id
  and visitor_key in (select visitor_key from browsers where profile_id = $profile_id and customer_no = $customer_no)
