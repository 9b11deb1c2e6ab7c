-- One row per definition whose conversions of a range would differ. Money is in millionths.
-- needs: converted, day_rates, known_sum, lacks_rate, matched
-- columns: revenue_before?, revenue_after?, unpriced_currencies?
with
valued as (
  select 'before' as side, conversion_key, converted_day, currency, net_amount from conversions where is_counted
  union all
  select 'after', conversion_key, converted_day, amount_currency, gross_amount - refunded_amount from matched where is_counted
),

sums as (
  select
    valued.conversion_key,
    count_if(valued.side = 'before') as conversions_before,
    count_if(valued.side = 'after') as conversions_after,
    (known_sum(
      sum(converted(valued.net_amount, day_rates.rate)) filter (valued.side = 'before'),
      bool_and(lacks_rate(valued.net_amount, day_rates.rate)) filter (valued.side = 'before')
    ) * 1000000)::hugeint as revenue_before,
    (known_sum(
      sum(converted(valued.net_amount, day_rates.rate)) filter (valued.side = 'after'),
      bool_and(lacks_rate(valued.net_amount, day_rates.rate)) filter (valued.side = 'after')
    ) * 1000000)::hugeint as revenue_after,
    list(distinct valued.currency) filter (valued.net_amount <> 0 and day_rates.rate is null) as unpriced_currencies
  from valued
  left join day_rates on day_rates.day = valued.converted_day and day_rates.currency is not distinct from valued.currency
  where valued.converted_day between $date_from::date and $date_to::date
  group by valued.conversion_key
)

select * from sums
where conversions_before <> conversions_after or revenue_before is distinct from revenue_after
order by conversion_key
