-- name: merge_edge_add
-- One row: two customers that are one person from now on.
insert into merge_edges (profile_id, customer_a, customer_b, decision_no)
values ($profile_id, $customer_a, $customer_b, $decision_no);

-- name: merge_edge_remove
-- One row at most: an edge that is taken away.
delete from merge_edges
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b and decision_no = $decision_no;
