-- name: erasure_claimants
-- One row per customer named only by browsers, for which they named this identifier beside its own.
select c.customer_no
from identifier_claims as i
cross join customers as c on c.profile_id = i.profile_id and c.customer_no = i.customer_no
where i.profile_id = $profile_id and i.identifier_key = $identifier_key and c.is_claim = 1
order by c.customer_no;

-- name: erasure_identifier_evidence_erase
-- The claims of browsers for customers that stay.
delete from identifier_claims
where profile_id = $profile_id and identifier_key = $identifier_key;

-- name: erasure_named_alone
-- One row when facts named this identifier for customers that could not hold it.
-- columns: is_named integer
select 1 as is_named from identifier_claims where profile_id = $profile_id and identifier_key = $identifier_key
union all
select 1 from identifiers_left_off where profile_id = $profile_id and identifier_key = $identifier_key
limit 1;

-- name: identifier_claim
-- One row per identifier and the customer a browser claims it for.
insert into identifier_claims (profile_id, identifier_key, customer_no, type, first_seq, last_seq, sealed)
values ($profile_id, $identifier_key, $customer_no, $type, $seq, $seq, $sealed)
on conflict (profile_id, identifier_key, customer_no)
do update set last_seq = excluded.last_seq, times = times + 1, sealed = coalesce(sealed, excluded.sealed);

-- name: identifier_claim_put
-- One row: what browsers named for a customer that another took over.
insert into identifier_claims (profile_id, identifier_key, customer_no, type, first_seq, last_seq, times, sealed)
values ($profile_id, $identifier_key, $customer_no, $type, $first_seq, $last_seq, $times, $sealed)
on conflict (profile_id, identifier_key, customer_no) do update set
  first_seq = min(first_seq, excluded.first_seq),
  last_seq = max(last_seq, excluded.last_seq),
  times = times + excluded.times,
  sealed = coalesce(sealed, excluded.sealed);

-- name: identifier_claims_any
-- One row when a browser has claimed anything that is not answered yet.
-- columns: is_any integer
select 1 as is_any from identifier_claims where profile_id = $profile_id
union all
select 1 from browser_claims where profile_id = $profile_id
limit 1;

-- name: identifier_claims_of_customer
-- One row per identifier that browsers named for a customer; they go.
delete from identifier_claims indexed by identifier_claims_of_customer
where profile_id = $profile_id and customer_no = $customer_no
returning identifier_key, type, first_seq, last_seq, times, sealed;

-- name: identifier_claims_take
-- One row per customer for which an identifier had been claimed; the claims are answered and go.
delete from identifier_claims where profile_id = $profile_id and identifier_key = $identifier_key
returning customer_no;

-- name: repairable_claims
-- One row per identifier that one customer alone lacks and its browser sent, the oldest claim first.
-- columns: type 'external_id'|'crm_contact_id'|'national_id'|'email'|'phone'
select c.identifier_key, c.customer_no, c.type, c.sealed, c.first_seq
from identifier_claims as c
where c.profile_id = $profile_id and c.sealed is not null
  and (
    select count(*) from identifier_claims as o
    where o.profile_id = $profile_id and o.identifier_key = c.identifier_key
  ) = 1
  and (
    select count(*) from identifiers as i
    where i.profile_id = $profile_id and i.customer_no = c.customer_no and i.type = c.type
  ) < json_extract($limits, '$.' || c.type)
order by c.first_seq, c.identifier_key
limit $limit;

-- name: repairs_count
-- One row: faults of a profile's identifiers, those that a backfill mends, and pairs of customers that a merge would.
-- columns: total integer, repairable integer, merges integer
with claimed as (
  select
    c.sealed is not null
      and (
        select count(*) from identifier_claims as o
        where o.profile_id = $profile_id and o.identifier_key = c.identifier_key
      ) = 1
      and (
        select count(*) from identifiers as i
        where i.profile_id = $profile_id and i.customer_no = c.customer_no and i.type = c.type
      ) < json_extract($limits, '$.' || c.type) as is_repairable
  from identifier_claims as c
  where c.profile_id = $profile_id
),
doubled as (
  select min(l.customer_no, i.customer_no) as one, max(l.customer_no, i.customer_no) as two
  from identifiers_left_off as l
  cross join identifiers as i on i.profile_id = l.profile_id and i.identifier_key = l.identifier_key
  left join proposals as p on p.profile_id = l.profile_id
    and p.customer_a = min(l.customer_no, i.customer_no) and p.customer_b = max(l.customer_no, i.customer_no)
  where l.profile_id = $profile_id and l.customer_no <> i.customer_no
    and coalesce(p.person_low <> p.person_high and p.status <> 'dismissed', 1)
)
select
  (select count(*) from claimed) + (select count(*) from doubled) as total,
  (select count(*) from claimed where is_repairable) as repairable,
  (select count(*) from (select distinct one, two from doubled)) as merges;

-- name: repairs_list
-- One row per fault of a profile's identifiers: one that a customer lacks and its browser sent, or one that named two customers.
-- $limits: how many of each type a customer may hold.
-- columns: kind 'missing_identifier'|'duplicate_identifier', type 'external_id'|'crm_contact_id'|'national_id'|'email'|'phone'
-- columns: other_no integer?, obstacle 'claimed_by_several'|'limit_reached'|'value_not_kept'|'needs_merge'?
with claimed as (
  select
    'missing_identifier' as kind, c.identifier_key, c.customer_no, null as other_no, c.type, c.times,
    case
      when (
        select count(*) from identifier_claims as o
        where o.profile_id = $profile_id and o.identifier_key = c.identifier_key
      ) > 1 then 'claimed_by_several'
      when (
        select count(*) from identifiers as i
        where i.profile_id = $profile_id and i.customer_no = c.customer_no and i.type = c.type
      ) >= json_extract($limits, '$.' || c.type) then 'limit_reached'
      when c.sealed is null then 'value_not_kept'
    end as obstacle
  from identifier_claims as c
  where c.profile_id = $profile_id
),
doubled as (
  select
    'duplicate_identifier' as kind, l.identifier_key, l.customer_no, i.customer_no as other_no, l.type, l.times, 'needs_merge' as obstacle
  from identifiers_left_off as l
  cross join identifiers as i on i.profile_id = l.profile_id and i.identifier_key = l.identifier_key
  left join proposals as p on p.profile_id = l.profile_id
    and p.customer_a = min(l.customer_no, i.customer_no) and p.customer_b = max(l.customer_no, i.customer_no)
  where l.profile_id = $profile_id and l.customer_no <> i.customer_no
    and coalesce(p.person_low <> p.person_high and p.status <> 'dismissed', 1)
)
select kind, identifier_key, customer_no, other_no, type, times, obstacle from claimed
union all
select kind, identifier_key, customer_no, other_no, type, times, obstacle from doubled
order by kind desc, customer_no, identifier_key
limit $limit offset $offset;
