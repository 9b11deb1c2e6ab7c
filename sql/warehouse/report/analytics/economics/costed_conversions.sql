-- One row per conversion of the report: whether it is its person's first of the goal, and what it cost.
-- needs: costs_in_force, priced_conversions
-- makes: costed_conversions
create temp table costed_conversions as
with
first_conversions as (
  select
    person_key,
    min_by(conversion_no, (converted_at, conversion_no)) as first_no,
    min_by(converted_day, (converted_at, conversion_no)) as first_day
  from conversions
  where conversion_key = $goal and is_counted
  group by person_key
)

select
  priced_conversions.conversion_no,
  priced_conversions.person_key,
  first_conversions.first_no = priced_conversions.conversion_no as is_new,
  first_conversions.first_day < $date_from::date as is_known_before,
  priced_conversions.amount,
  priced_conversions.is_unpriced,
  priced_conversions.unpriced_currency,
  coalesce(round(priced_conversions.amount * costs.goods_share, 6), 0)::decimal(28, 6) as goods,
  coalesce(round(priced_conversions.gross * costs.fee_share, 6) + if(priced_conversions.gross > 0, costs.fee_per_payment, 0), 0)::decimal(28, 6) as fees,
  priced_conversions.gross > 0 and costs.from_day is null as lacks_costs
from priced_conversions
join first_conversions using (person_key)
asof left join costs_in_force as costs on priced_conversions.day >= costs.from_day
