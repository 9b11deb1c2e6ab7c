-- One row: what of a customer only the proposer reads.
insert into customer_details (profile_id, customer_no, sealed)
values ($profile_id, $customer_no, $sealed)
on conflict (profile_id, customer_no) do update set sealed = excluded.sealed;
