-- One row per day from which costs hold: percentages of revenue and amounts for each payment, those in force, or those of a preview.
-- makes: costs_in_force
create temp table costs_in_force as
select
  from_day,
  (goods_percent * 0.01::decimal(3, 2))::decimal(9, 6) as goods_share,
  (fee_percent * 0.01::decimal(3, 2))::decimal(9, 6) as fee_share,
  fee_per_payment
from (
  select unnest(
    from_json(
      coalesce($costs::varchar, (select max(value) from settings where name = 'costs'), '[]'),
      '[{"from_day": "date", "goods_percent": "decimal(7, 4)", "fee_percent": "decimal(7, 4)", "fee_per_payment": "decimal(18, 6)"}]'
    ),
    recursive := true
  )
)
