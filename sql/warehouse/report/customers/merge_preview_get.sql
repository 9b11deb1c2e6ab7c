-- One row per goal and channel (and per goal, without a channel) of the conversions of these people: before a merge and after it;
-- on each row, what the merged person would have converted and paid in all.
-- `conversions` are millionths; `revenue` is money times millionths, of what earns nothing too where the row has no channel.
-- needs: converted, day_rates, known_sum, lacks_rate, merge_credit_after, merge_credit_before
-- columns: channel?, revenue_before?, revenue_after?, cash_revenue?
with
both_sides as (
  select 'before' as side, * from merge_credit_before
  union all
  select 'after', * from merge_credit_after
),

priced as (
  select
    both_sides.*,
    coalesce(converted(both_sides.net_amount, day_rates.rate), 0) as amount,
    lacks_rate(both_sides.net_amount, day_rates.rate) as lacks_rate,
    if(both_sides.net_amount <> 0 and day_rates.rate is null, both_sides.currency, null) as unpriced_currency
  from both_sides
  left join day_rates
    on day_rates.day = both_sides.converted_day and day_rates.currency is not distinct from both_sides.currency
),

listed as (
  select side, conversion_no, conversion_key, channel, millionths, amount, lacks_rate, unpriced_currency from priced where channel is not null
  union all
  select distinct side, conversion_no, conversion_key, null, 1000000, amount, lacks_rate, unpriced_currency from priced
)

select
  conversion_key as goal,
  channel,
  coalesce(sum(millionths) filter (where side = 'before'), 0)::hugeint as conversions_before,
  coalesce(sum(millionths) filter (where side = 'after'), 0)::hugeint as conversions_after,
  known_sum(
    sum((amount * 1000000)::hugeint * millionths) filter (where side = 'before'),
    bool_and(lacks_rate) filter (where side = 'before' and millionths > 0)
  )::hugeint as revenue_before,
  known_sum(
    sum((amount * 1000000)::hugeint * millionths) filter (where side = 'after'),
    bool_and(lacks_rate) filter (where side = 'after' and millionths > 0)
  )::hugeint as revenue_after,
  coalesce(list(distinct unpriced_currency) filter (where unpriced_currency is not null), []) as unpriced_currencies,
  (select count(distinct outcome_seq) from conversions where is_counted) as conversion_count,
  (
    select known_sum(
      sum(converted(cash_flows.amount, day_rates.rate)), bool_and(lacks_rate(cash_flows.amount, day_rates.rate))
    )::decimal(38, 6)
    from cash_flows
    left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency is not distinct from cash_flows.currency
  ) as cash_revenue
from listed
group by conversion_key, channel
order by conversion_key, channel nulls first
