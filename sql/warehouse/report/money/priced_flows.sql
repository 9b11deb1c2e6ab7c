-- One row per movement of cash in the range, with its money in the profile's currency, 0 without a rate.
-- needs: converted, day_rates, lacks_rate
-- makes: priced_flows
create temp table priced_flows as
select
  cash_flows.payment_seq,
  cash_flows.flow_day as day,
  cash_flows.kind,
  cash_flows.person_key,
  cash_flows.currency,
  cash_flows.amount as own_amount,
  coalesce(converted(cash_flows.amount, day_rates.rate), 0) as amount,
  lacks_rate(cash_flows.amount, day_rates.rate) as is_unpriced
from cash_flows
left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency is not distinct from cash_flows.currency
where cash_flows.flow_day between $money_from::date and $money_to::date
