-- One row: when a customer was first and last seen, widened by the facts of a chunk.
update customers
set first_seen_at = min(first_seen_at, $first_seen_at), last_seen_at = max(last_seen_at, $last_seen_at)
where profile_id = $profile_id and customer_no = $customer_no;
