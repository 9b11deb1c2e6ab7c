-- One row: a customer as its first fact shows it.
insert into customers (
  profile_id, customer_no, customer_profile_id, first_name, last_name, name_trust, country, created_by_seq, first_seen_at, last_seen_at,
  is_told, is_claim
)
values (
  $profile_id, $customer_no, $customer_profile_id, $first_name, $last_name, $name_trust, $country, $seq, $occurred_at, $occurred_at,
  $is_told, $is_claim
);
