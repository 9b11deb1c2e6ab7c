-- One row per counted conversion in the range of the goal, or, where no goal is given, of the default one that is in use: with its money
-- in the profile's currency, 0 without a rate.
-- needs: converted, day_rates, lacks_rate
-- makes: priced_conversions
create temp table priced_conversions as
select
  conversions.conversion_no,
  conversions.outcome_seq,
  conversions.person_key,
  conversions.converted_at,
  conversions.converted_day as day,
  conversions.is_attributed,
  conversions.currency,
  coalesce(converted(conversions.net_amount, day_rates.rate), 0) as amount,
  coalesce(converted(conversions.gross_amount, day_rates.rate), 0) as gross,
  coalesce(if(conversions.net_amount is null, 0, converted(conversions.refunded_amount, day_rates.rate)), 0) as refunded,
  lacks_rate(conversions.net_amount, day_rates.rate) as is_unpriced,
  if(conversions.net_amount <> 0 and day_rates.rate is null, conversions.currency, null) as unpriced_currency
from conversions
left join day_rates
  on day_rates.day = conversions.converted_day and day_rates.currency is not distinct from conversions.currency
where
  conversions.is_counted
  and conversions.converted_day between $money_from::date and $money_to::date
  and (
    conversions.conversion_key = $goal::varchar
    or ($goal::varchar is null and conversions.definition_no in (select definition_no from definitions where is_default and is_active))
  )
