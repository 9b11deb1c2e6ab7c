-- One row per pair of customers that may be one person. What was decided about a pair stays.
insert into proposals (profile_id, customer_a, customer_b, head_a, head_b, first_seq, last_seq, opened_at)
values ($profile_id, $customer_a, $customer_b, $head_a, $head_b, $seq, $seq, $opened_at)
on conflict (profile_id, customer_a, customer_b) do update set last_seq = max(last_seq, excluded.last_seq);
