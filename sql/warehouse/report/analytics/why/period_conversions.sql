-- One row per conversion of the two periods: of a person's first, or of a returning customer.
-- needs: first_goal_conversions, priced_conversions
-- makes: period_conversions
create temp table period_conversions as
select
  priced_conversions.conversion_no,
  priced_conversions.day,
  priced_conversions.is_attributed,
  if(first_goal_conversions.first_no = priced_conversions.conversion_no, 'new', 'returning') as class,
  priced_conversions.amount,
  priced_conversions.refunded,
  priced_conversions.currency,
  coalesce(priced_conversions.is_unpriced, false) as is_unpriced
from priced_conversions
left join first_goal_conversions using (person_key)
where
  priced_conversions.day between $date_from::date and $date_to::date
  or priced_conversions.day between $compared_from::date and $compared_to::date
