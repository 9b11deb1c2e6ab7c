-- One row: a merge that was made.
insert into merges (profile_id, merge_no, customer_a, customer_b, into_customer_no, merged_customer_no, merged_at, merged_by)
values ($profile_id, $merge_no, $customer_a, $customer_b, $into_customer_no, $merged_customer_no, $merged_at, $merged_by);
