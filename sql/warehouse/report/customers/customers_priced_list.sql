-- One row per conversion of `page` of a person in `people`: what it and its customer's cash came to, of all currencies, and those that
-- lack a rate.
with
lifetime_cash as (
  select
    people.person_key,
    sum(converted(cash_flows.amount, day_rates.rate)) as cash_revenue,
    list(distinct cash_flows.currency) filter (where day_rates.rate is null) as unpriced
  from people
  join cash_flows using (person_key)
  left join day_rates on day_rates.day = cash_flows.flow_day and day_rates.currency is not distinct from cash_flows.currency
  group by people.person_key
)

select
  page.conversion_no,
  coalesce(converted(page.net_amount, day_rates.rate), 0) as revenue,
  coalesce(lifetime_cash.cash_revenue, 0)::decimal(38, 6) as cash_revenue,
  list_distinct(list_concat(
    if(page.net_amount is not null and day_rates.rate is null, [page.currency], []),
    coalesce(lifetime_cash.unpriced, [])
  )) as unpriced_currencies
from page
join people using (person_key)
left join day_rates on day_rates.day = page.converted_day and day_rates.currency is not distinct from page.currency
left join lifetime_cash using (person_key)
