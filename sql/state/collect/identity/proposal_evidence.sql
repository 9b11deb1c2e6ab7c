-- name: proposal_evidence_add
-- One row per pair, kind of evidence and identifier (or browser) that speaks for it.
insert into proposal_evidence
  (profile_id, customer_a, customer_b, kind, type, identifier_key, first_seq, last_seq)
values ($profile_id, $customer_a, $customer_b, $kind, $type, $identifier_key, $seq, $seq)
on conflict (profile_id, customer_a, customer_b, kind, identifier_key)
do update set last_seq = excluded.last_seq, times = times + 1;

-- name: proposal_evidence_erase
-- The rows of proposal_evidence on pairs with a customer.
delete from proposal_evidence
where profile_id = $profile_id
  and (customer_a = $customer_no or customer_b = $customer_no);

-- name: proposal_evidence_list
-- One row per kind of evidence and type of identifier that speaks for a pair.
-- columns: times integer
select kind, type, sum(times) as times
from proposal_evidence
where profile_id = $profile_id and customer_a = $customer_a and customer_b = $customer_b
group by kind, type
order by kind, type;
