-- One row per identifier and the customer a browser claims it for.
insert into identifier_claims (profile_id, identifier_key, customer_no, type, first_seq, last_seq, sealed)
values ($profile_id, $identifier_key, $customer_no, $type, $seq, $seq, $sealed)
on conflict (profile_id, identifier_key, customer_no)
do update set last_seq = excluded.last_seq, times = times + 1, sealed = coalesce(sealed, excluded.sealed);
