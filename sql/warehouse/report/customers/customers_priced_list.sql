-- One row per conversion of `page` of a person in `people`: what it and all of its customer's money came to, of all currencies, and those
-- that lack a rate.
-- needs: converted, day_rates, known_sum, lacks_rate, other_money, page, people
-- columns: revenue?, total_revenue?
-- unless empty: people
with
moved as (
  select cash_flows.person_key, cash_flows.flow_day as day, cash_flows.currency, cash_flows.amount
  from people
  join cash_flows using (person_key)
  union all
  select person_key, converted_day, currency, amount from other_money
),

lifetime as (
  select
    moved.person_key,
    sum(converted(moved.amount, day_rates.rate)) as revenue,
    bool_and(lacks_rate(moved.amount, day_rates.rate)) as lacks_rates,
    list(distinct moved.currency) filter (where day_rates.rate is null and moved.amount <> 0) as unpriced
  from moved
  left join day_rates on day_rates.day = moved.day and day_rates.currency is not distinct from moved.currency
  group by moved.person_key
)

select
  page.conversion_no,
  known_sum(converted(page.net_amount, day_rates.rate), lacks_rate(page.net_amount, day_rates.rate)) as revenue,
  known_sum(lifetime.revenue, lifetime.lacks_rates)::decimal(38, 6) as total_revenue,
  list_distinct(list_concat(
    if(page.net_amount <> 0 and day_rates.rate is null, [page.currency], []),
    coalesce(lifetime.unpriced, [])
  )) as unpriced_currencies
from page
join people using (person_key)
left join day_rates on day_rates.day = page.converted_day and day_rates.currency is not distinct from page.currency
left join lifetime using (person_key)
