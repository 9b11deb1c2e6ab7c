-- One row per fault of a profile's identifiers: one that a customer lacks and its browser gave, or one that two customers were named by.
-- $limits: how many of each type a customer may hold.
-- columns: kind 'missing_identifier'|'duplicate_identifier', other_no integer?, obstacle text?
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
