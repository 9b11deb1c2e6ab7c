-- One row per day from which costs hold: percentages of revenue and amounts for each payment, those in force, or those of a preview.
-- makes: costs_in_force
create temporary table costs_in_force as
select
  toDate32(JSONExtractString(line, 'from_day')) as from_day,
  cast(toDecimal128(JSONExtractString(line, 'goods_percent'), 4) * toDecimal128('0.01', 2), 'Decimal(9, 6)') as goods_share,
  cast(toDecimal128(JSONExtractString(line, 'fee_percent'), 4) * toDecimal128('0.01', 2), 'Decimal(9, 6)') as fee_share,
  toDecimal128(JSONExtractString(line, 'fee_per_payment'), 6) as fee_per_payment
from (
  select arrayJoin(JSONExtractArrayRaw(
    coalesce({costs:Nullable(String)}, (select maxOrNullIf(value, name = 'costs') from settings), '[]')
  )) as line
);
