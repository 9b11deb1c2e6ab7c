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
