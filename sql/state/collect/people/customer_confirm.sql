-- One row at most: a customer that more than browsers named.
update customers set is_claim = 0, country = iif($keeps_country, country, null)
where profile_id = $profile_id and customer_no = $customer_no and is_claim = 1
returning customer_no;
