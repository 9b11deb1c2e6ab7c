-- One row per month in which people were acquired and month in which their cash moved, and one for people acquired before the range (its months
-- are null). A person is acquired with the first movement of their cash, and all their cash follows the credit of the conversion that it
-- belongs to. Values are money times millionths, people are millionths. Figures of a cohort and of the range are repeated in each of its rows.
-- needs: acquired_people, chosen_spend, known_sum, older_rates, priced_flows, spend_coverage
-- `lacks_rates` are true where all money of the kind lacked a rate, null where there was none.
-- columns: cohort?, months_since?, cash_month?, spend?, lacks_rates?, paid_lacks_rates?, credited_lacks_rates?, unattributed_lacks_rates?, range_spend?, unpriced_currencies?
-- columns: older_rates?
with
months as (
  select unnest(generate_series($money_from::date, $money_to::date, interval 1 month))::date as month
),

flows as (
  select
    person_key,
    date_trunc('month', day)::date as month,
    amount,
    is_unpriced as lacks_rate,
    if(is_unpriced, currency, null) as unpriced_currency
  from priced_flows
),

cash as (
  select
    people.cohort,
    if(people.cohort is null, null, flows.month) as month,
    sum(flows.amount * people.paid) as paid,
    sum(flows.amount * people.unpaid) as unpaid,
    sum(flows.amount * people.unattributed) as unattributed,
    sum(flows.amount) as ledger,
    bool_and(flows.lacks_rate) as lacks_rates,
    bool_and(flows.lacks_rate) filter (where people.paid > 0) as paid_lacks_rates,
    bool_and(flows.lacks_rate) filter (where people.paid + people.unpaid > 0) as credited_lacks_rates,
    bool_and(flows.lacks_rate) filter (where people.unattributed > 0) as unattributed_lacks_rates
  from flows
  join acquired_people as people using (person_key)
  group by all
),

-- Of the people acquired before the range, those whose cash moved in it.
cohort_people as (
  select cohort, sum(paid + unpaid)::bigint as people, sum(unattributed)::bigint as unattributed, count(*) as count
  from acquired_people as people
  where cohort is not null or person_key in (select person_key from flows)
  group by cohort
),

month_spend as (
  select
    date_trunc('month', spend_day)::date as month, sum(amount) as spend, bool_and(is_unpriced) as lacks_rates
  from chosen_spend
  group by all
),

-- Up to the day before the last cash: no account has reported the days that are still to come.
last_cash as (
  select max(flow_day) as day from cash_flows where flow_day between $money_from::date and $money_to::date
),

month_coverage as (
  select
    date_trunc('month', spend_coverage.day)::date as month,
    count_if(accounts_reported > 0) as covered_days,
    count_if((accounts_reported = 0 or accounts_reported < accounts_due) and spend_coverage.day < last_cash.day) as missing_days
  from spend_coverage
  cross join last_cash
  group by all
),

cohort_spend as (
  select
    months.month as cohort,
    case when month_coverage.covered_days = 0 then null else known_sum(month_spend.spend, month_spend.lacks_rates) end as spend,
    month_coverage.covered_days,
    month_coverage.missing_days
  from months
  join month_coverage using (month)
  left join month_spend using (month)
),

-- The first month with a cohort or with spend: what a year before the business began lacks is missing nowhere.
begun as (
  select min(cohort) as month from cohort_people
  union all
  select min(cohort) from cohort_spend where covered_days > 0
),

range_spend as (
  select
    sum(spend)::decimal(38, 6) as spend,
    sum(covered_days) > 0
    and coalesce(sum(missing_days) filter (where cohort >= (select min(month) from begun)), 0) > 0 as is_incomplete
  from cohort_spend
),

cells as (
  select cohorts.month as cohort, moved.month, datediff('month', cohorts.month, moved.month) as months_since
  from months as cohorts
  join months as moved on moved.month >= cohorts.month
  union all
  select null, null, null
),

unpriced as (
  select distinct unpriced_currency as currency from flows where unpriced_currency is not null
  union
  select currency from chosen_spend where is_unpriced
)

select
  cells.cohort,
  cells.months_since,
  cells.month as cash_month,
  coalesce(cohort_people.people, 0) as people_millionths,
  coalesce(cohort_people.unattributed, 0) as unattributed_people_millionths,
  coalesce(cohort_people.count, 0) as all_people,
  cohort_spend.spend::decimal(38, 6) as spend,
  coalesce(cash.paid, 0)::decimal(38, 6) as paid_millionths,
  coalesce(cash.unpaid, 0)::decimal(38, 6) as unpaid_millionths,
  coalesce(cash.unattributed, 0)::decimal(38, 6) as unattributed_millionths,
  coalesce(cash.ledger, 0)::decimal(38, 6) as ledger,
  cash.lacks_rates,
  cash.paid_lacks_rates,
  cash.credited_lacks_rates,
  cash.unattributed_lacks_rates,
  range_spend.spend as range_spend,
  range_spend.is_incomplete as is_spend_incomplete,
  (select list(currency order by currency) from unpriced) as unpriced_currencies,
  (select list({ currency: currency, days: days, oldest: oldest } order by currency) from older_rates) as older_rates
from cells
cross join range_spend
left join cash on cash.cohort is not distinct from cells.cohort and cash.month is not distinct from cells.month
left join cohort_people on cohort_people.cohort is not distinct from cells.cohort
left join cohort_spend on cohort_spend.cohort = cells.cohort
order by cells.cohort nulls first, cells.months_since
