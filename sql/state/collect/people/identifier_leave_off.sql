-- One row per identifier and the customer that could not hold it; `times` is 1 when it is new.
insert into identifiers_left_off
  (profile_id, identifier_key, customer_no, type, reason, first_seq, last_seq)
values ($profile_id, $identifier_key, $customer_no, $type, $reason, $seq, $seq)
on conflict (profile_id, identifier_key, customer_no) do update set last_seq = excluded.last_seq, times = times + 1
returning times;
