-- One row: when a customer was first and last seen, widened by the facts of a chunk; what only an import told gives way to them.
update customers
set
  first_seen_at = iif(is_told, $first_seen_at, min(first_seen_at, $first_seen_at)),
  last_seen_at = iif(is_told, $last_seen_at, max(last_seen_at, $last_seen_at)),
  is_told = 0
where profile_id = $profile_id and customer_no = $customer_no;
