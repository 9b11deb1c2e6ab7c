-- One row per pair of which the customer is the younger: its person now.
update proposals indexed by proposals_of_b set head_b = $head where profile_id = $profile_id and customer_b = $customer_no;
