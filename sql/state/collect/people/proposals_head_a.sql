-- One row per pair of which the customer is the older: its person now.
update proposals set head_a = $head where profile_id = $profile_id and customer_a = $customer_no;
