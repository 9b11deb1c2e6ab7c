-- One row at most: an edge that is taken away.
delete from merge_edges
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b and decision_no = $decision_no;
