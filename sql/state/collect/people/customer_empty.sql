-- One row: a customer that another took over, without anything that browsers said of it.
update customers
set successor_no = $into_customer_no, is_claim = 0, first_name = null, last_name = null, name_trust = null, country = null
where profile_id = $profile_id and customer_no = $customer_no;
