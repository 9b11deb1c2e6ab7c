-- One row per conversion of a dirty person that stays as it is, with its credit: it is matched as before, and nothing that it may
-- credit has moved until it happened. A person of ten thousand touches mostly comes back after the last of its conversions.
-- needs: affected_outcomes, conversions_before, dirty_clicks, matched, moved_touches
-- fills: kept_conversions (dirty)
insert into kept_conversions
with moved_people as (
  select person_key, min(touched_at) as moved_at from moved_touches group by person_key
),
moved_visitors as (
  select visitor_key, min(touched_at) as moved_at from moved_touches where visitor_key is not null group by visitor_key
)
select conversions.conversion_no
from conversions_before as conversions
join matched using (conversion_no)
left join moved_people on moved_people.person_key = conversions.person_key
left join moved_visitors on moved_visitors.visitor_key = conversions.visitor_key
where (moved_people.moved_at is null or moved_people.moved_at > conversions.converted_at)
  and (moved_visitors.moved_at is null or moved_visitors.moved_at > conversions.converted_at)
  and conversions.outcome_seq not in (select outcome_seq from affected_outcomes)
  and conversions.outcome_seq not in (
    select outcome_seq from outcome_clicks where click_key in (select click_key from dirty_clicks)
  )
  and conversions.conversion_key = matched.conversion_key
  and conversions.revenue_type = matched.revenue_type
  and conversions.person_key = matched.person_key
  and conversions.visitor_key is not distinct from matched.visitor_key
  and conversions.converted_at = matched.occurred_at
  and conversions.is_counted = matched.is_counted
  and conversions.gross_amount is not distinct from matched.gross_amount
  and conversions.refunded_amount = matched.refunded_amount
  and conversions.currency is not distinct from matched.amount_currency
