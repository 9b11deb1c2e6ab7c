-- One row per visit, credit of an outcome and credit of a movement of cash, with the origin that it is of; what no touch earned has none.
-- needs: paying_conversions, priced_conversions, priced_flows, weighted_credit
-- makes: cell_parts
create temp table cell_parts as
with
credited as (
  select conversion_no, origin_id, weight::decimal(7, 0) as weight
  from weighted_credit
  where
    weight > 0
    and conversion_no in (select conversion_no from priced_conversions union all select conversion_no from paying_conversions)
)

select
  'visits' as kind, session_day as day, origin_id, person_key, page_views, is_bounce, engaged_ms,
  0::decimal(7, 0) as weight, 0::decimal(28, 6) as amount, false as is_attributed, false as is_unpriced, null::bigint as conversion_no
from sessions
where session_day between $date_from::date and $date_to::date
union all
select
  'outcomes', priced_conversions.day, credited.origin_id, priced_conversions.person_key, 0, false, 0,
  coalesce(credited.weight, 1000000), priced_conversions.amount, priced_conversions.is_attributed, priced_conversions.is_unpriced, priced_conversions.conversion_no
from priced_conversions
left join credited using (conversion_no)
union all
select
  'cash', priced_flows.day, credited.origin_id, priced_flows.person_key, 0, false, 0,
  coalesce(credited.weight, 1000000), priced_flows.amount, priced_flows.kind <> 'refund', priced_flows.is_unpriced, null
from priced_flows
left join paying_conversions using (payment_seq)
left join credited on credited.conversion_no = paying_conversions.conversion_no
