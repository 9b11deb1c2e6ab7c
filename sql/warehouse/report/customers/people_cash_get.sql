-- One row per row of `people` that paid: what it paid, of all currencies, and those that lack a rate.
-- needs: converted, day_rates, known_sum, lacks_rate, people
-- columns: cash_revenue?
select
  people.asked_key,
  known_sum(
    sum(converted(cash_flows.amount, day_rates.rate)), bool_and(lacks_rate(cash_flows.amount, day_rates.rate))
  )::decimal(38, 6) as cash_revenue,
  coalesce(list(distinct cash_flows.currency) filter (where day_rates.rate is null), []) as unpriced_currencies
from people
join cash_flows using (person_key)
left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency is not distinct from cash_flows.currency
group by people.asked_key
