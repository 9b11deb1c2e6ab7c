-- One row per conversion of the report: whether it is its person's first of the goal, and what it cost.
-- needs: costs_in_force, priced_conversions
-- makes: costed_conversions
create temporary table costed_conversions as
with
first_conversions as (
  select
    person_key,
    argMin(conversion_no, (converted_at, conversion_no)) as first_no,
    argMin(converted_day, (converted_at, conversion_no)) as first_day
  from conversions
  where conversion_key = {goal:String} and is_counted
  group by person_key
),

-- One row per day with costs in force: those of the last day at or before it.
costs_of_days as (
  select
    days.day as day,
    argMax(costs.goods_share, costs.from_day) as goods_share,
    argMax(costs.fee_share, costs.from_day) as fee_share,
    argMax(costs.fee_per_payment, costs.from_day) as fee_per_payment
  from (select distinct day from priced_conversions) as days
  cross join costs_in_force as costs
  where costs.from_day <= days.day
  group by days.day
)

select
  priced_conversions.conversion_no as conversion_no,
  priced_conversions.person_key as person_key,
  first_conversions.first_no = priced_conversions.conversion_no as is_new,
  first_conversions.first_day < {date_from:Date32} as is_known_before,
  priced_conversions.amount as amount,
  priced_conversions.is_unpriced as is_unpriced,
  priced_conversions.unpriced_currency as unpriced_currency,
  coalesce(cast(round(priced_conversions.amount * costs_of_days.goods_share, 6), 'Nullable(Decimal(28, 6))'), toDecimal128(0, 6)) as goods,
  coalesce(
    cast(
      round(priced_conversions.gross * costs_of_days.fee_share, 6) + if(priced_conversions.gross > 0, costs_of_days.fee_per_payment, 0),
      'Nullable(Decimal(28, 6))'
    ),
    toDecimal128(0, 6)
  ) as fees,
  priced_conversions.gross > 0 and costs_of_days.day is null as lacks_costs
from priced_conversions
join first_conversions on first_conversions.person_key = priced_conversions.person_key
left join costs_of_days on costs_of_days.day = priced_conversions.day;
