-- One row per pair of which the customer is the younger: its person now.
update proposals set head_b = $head where profile_id = $profile_id and customer_b = $customer_no;
