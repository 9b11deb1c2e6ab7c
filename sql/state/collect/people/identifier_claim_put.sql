-- One row: what browsers named for a customer that another took over.
insert into identifier_claims (profile_id, identifier_key, customer_no, type, first_seq, last_seq, times, sealed)
values ($profile_id, $identifier_key, $customer_no, $type, $first_seq, $last_seq, $times, $sealed)
on conflict (profile_id, identifier_key, customer_no) do update set
  first_seq = min(first_seq, excluded.first_seq),
  last_seq = max(last_seq, excluded.last_seq),
  times = times + excluded.times,
  sealed = coalesce(sealed, excluded.sealed);
