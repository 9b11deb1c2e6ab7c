-- name: erasure_evidence
-- One row per identifier that was left off or claimed for these customers alone, and that no customer has.
with theirs as (
  select left_off.identifier_key
  from json_each($customer_nos) as asked
  cross join identifiers_left_off as left_off on left_off.profile_id = $profile_id and left_off.customer_no = asked.value
  union
  select claims.identifier_key
  from json_each($customer_nos) as asked
  cross join identifier_claims as claims on claims.profile_id = $profile_id and claims.customer_no = asked.value
)
select theirs.identifier_key
from theirs
where not exists (
  select 1 from identifiers_left_off as left_off
  where left_off.profile_id = $profile_id
    and left_off.identifier_key = theirs.identifier_key
    and left_off.customer_no not in (select value from json_each($customer_nos))
)
and not exists (
  select 1 from identifier_claims as claims
  where claims.profile_id = $profile_id
    and claims.identifier_key = theirs.identifier_key
    and claims.customer_no not in (select value from json_each($customer_nos))
)
and not exists (
  select 1 from identifiers
  where identifiers.profile_id = $profile_id
    and identifiers.identifier_key = theirs.identifier_key
);

-- name: erasure_left_off
-- One row when an identifier was left off one of these customers.
-- columns: found integer
select 1 as found
from json_each($customer_nos) as asked
cross join identifiers_left_off as left_off on left_off.profile_id = $profile_id and left_off.customer_no = asked.value
limit 1;

-- name: erasure_left_off_erase
-- The rows about an identifier left off customers that stay.
delete from identifiers_left_off
where profile_id = $profile_id and identifier_key = $identifier_key;

-- name: erasure_left_off_find
-- One row when an identifier was left off anybody.
-- columns: found integer
select 1 as found from identifiers_left_off where profile_id = $profile_id and identifier_key = $identifier_key limit 1;

-- name: identifier_leave_off
-- One row per identifier and the customer that could not hold it; `times` is 1 when it is new.
insert into identifiers_left_off
  (profile_id, identifier_key, customer_no, type, reason, first_seq, last_seq)
values ($profile_id, $identifier_key, $customer_no, $type, $reason, $seq, $seq)
on conflict (profile_id, identifier_key, customer_no) do update set last_seq = excluded.last_seq, times = times + 1
returning times;

-- name: scan_left_off
-- One row per identifier that named one customer and was left to another, because stronger evidence separated them.
select l.identifier_key, l.customer_no, l.type, i.customer_no as owner_no
from identifiers_left_off as l
cross join identifiers as i on i.profile_id = l.profile_id and i.identifier_key = l.identifier_key
where l.profile_id = $profile_id and (l.identifier_key, l.customer_no) > ($after_key, $after_customer)
  and i.customer_no <> l.customer_no
order by l.identifier_key, l.customer_no
limit $limit;
