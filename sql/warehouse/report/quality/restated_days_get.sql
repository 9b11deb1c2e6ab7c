-- One row: spend and cash of some days as they are now, and what moved the cash since the figures of each day were taken.
-- needs: converted, day_rates
-- columns: spend?, cash?
with
marks as (
  select unnest($days::varchar[])::date as day, unnest($taken::varchar[])::timestamp as taken_at
),

spent as (
  select sum(converted(spend_rows.spend, day_rates.rate)) as spend
  from spend_rows
  join marks on marks.day = spend_rows.spend_day
  left join day_rates on day_rates.day = spend_rows.spend_day and day_rates.currency is not distinct from spend_rows.currency
),

chosen as (
  select
    conversions.outcome_seq,
    conversions.net_amount,
    conversions.gross_amount,
    day_rates.rate,
    marks.taken_at
  from conversions
  join marks on marks.day = conversions.converted_day
  left join day_rates
    on day_rates.day = conversions.converted_day and day_rates.currency is not distinct from conversions.currency
  where conversions.conversion_key = $goal and conversions.is_counted
),

late as (
  select sum(converted(chosen.gross_amount, chosen.rate)) as amount
  from chosen
  join events on events.seq = chosen.outcome_seq
  where events.received_at > chosen.taken_at
),

refunds as (
  select sum(converted(reversals.value_amount, chosen.rate)) as amount
  from outcomes as reversals
  join events on events.seq = reversals.outcome_seq
  join outcomes as payments on payments.outcome_key = reversals.refund_of_key
  join chosen on chosen.outcome_seq = payments.outcome_seq
  where reversals.refund_of_key is not null and events.received_at > chosen.taken_at
)

select
  spent.spend::decimal(38, 6) as spend,
  (select sum(converted(net_amount, rate)) from chosen)::decimal(38, 6) as cash,
  coalesce((select amount from late), 0)::decimal(38, 6) as late,
  coalesce((select amount from refunds), 0)::decimal(38, 6) as refunded
from spent
