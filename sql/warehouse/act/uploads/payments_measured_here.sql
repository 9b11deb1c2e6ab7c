-- One row per day and currency of payments in the range, each payment once: how many, what they came to, and what was returned of it.
-- columns: currency
select
  converted_day::varchar as day,
  currency,
  count(*)::bigint as payments,
  sum(gross_amount)::varchar as gross,
  sum(refunded_amount)::varchar as refunded
from (
  select distinct on (outcome_seq) outcome_seq, converted_day, currency, gross_amount, refunded_amount
  from conversions
  where
    converted_day between $date_from::date and $date_to::date
    and lower(event_type) = 'payment_received'
    and gross_amount is not null
    and currency is not null
  order by outcome_seq, conversion_no
)
group by all
order by day, currency
