-- One row per pair, kind of evidence and identifier (or browser) that speaks for it.
insert into proposal_evidence
  (profile_id, customer_a, customer_b, kind, type, identifier_key, first_seq, last_seq)
values ($profile_id, $customer_a, $customer_b, $kind, $type, $identifier_key, $seq, $seq)
on conflict (profile_id, customer_a, customer_b, kind, identifier_key)
do update set last_seq = excluded.last_seq, times = times + 1;
