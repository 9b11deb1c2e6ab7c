-- One row per counted conversion in the range of the goal, or, where no goal is given, of the default one that is in use: with its money
-- in the profile's currency, 0 without a rate.
-- needs: day_rates
-- makes: priced_conversions
create temporary table priced_conversions as
with
(money, rate) -> cast(multiIf(
  rate = 1, toDecimal128(money, 6),
  rate >= 0.5, round(money * toDecimal128(rate, 9), 6),
  rate < 0.5, round(money * least(rate, toDecimal128(0.5, 18)), 6),
  null
), 'Nullable(Decimal(28, 6))') as converted,

(money, rate) -> cast(
  multiIf(money is null, null, rate is not null, false, money <> 0, true, null), 'Nullable(Bool)'
) as lacks_rate
select
  conversions.conversion_no as conversion_no,
  conversions.outcome_seq as outcome_seq,
  conversions.person_key as person_key,
  conversions.converted_at as converted_at,
  conversions.converted_day as day,
  conversions.is_attributed as is_attributed,
  cast(conversions.currency, 'Nullable(String)') as currency,
  coalesce(converted(conversions.net_amount, day_rates.rate), toDecimal128(0, 6)) as amount,
  coalesce(converted(conversions.gross_amount, day_rates.rate), toDecimal128(0, 6)) as gross,
  coalesce(
    if(conversions.net_amount is null, toDecimal128(0, 6), converted(conversions.refunded_amount, day_rates.rate)), toDecimal128(0, 6)
  ) as refunded,
  lacks_rate(conversions.net_amount, day_rates.rate) as is_unpriced,
  if(conversions.net_amount <> 0 and day_rates.rate is null, cast(conversions.currency, 'Nullable(String)'), null) as unpriced_currency
from conversions
left join day_rates
  on day_rates.day = conversions.converted_day and day_rates.currency <=> cast(conversions.currency, 'Nullable(String)')
where
  conversions.is_counted
  and conversions.converted_day between {money_from:Date32} and {money_to:Date32}
  and (
    conversions.conversion_key = {goal:Nullable(String)}
    or ({goal:Nullable(String)} is null and conversions.definition_no in (select definition_no from definitions where is_default and is_active))
  );
