-- One row per movement of cash in the range, with its money in the profile's currency, 0 without a rate.
-- needs: day_rates
-- makes: priced_flows
create temporary table priced_flows as
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
  cash_flows.payment_seq as payment_seq,
  cash_flows.flow_day as day,
  cash_flows.kind as kind,
  cash_flows.person_key as person_key,
  cast(cash_flows.currency, 'Nullable(String)') as currency,
  cash_flows.amount as own_amount,
  coalesce(converted(cash_flows.amount, day_rates.rate), toDecimal128(0, 6)) as amount,
  lacks_rate(cash_flows.amount, day_rates.rate) as is_unpriced
from cash_flows
left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency <=> cast(cash_flows.currency, 'Nullable(String)')
where cash_flows.flow_day between {money_from:Date32} and {money_to:Date32};
