-- One row: two customers that are one person from now on.
insert into merge_edges (profile_id, customer_a, customer_b, decision_no)
values ($profile_id, $customer_a, $customer_b, $decision_no);
