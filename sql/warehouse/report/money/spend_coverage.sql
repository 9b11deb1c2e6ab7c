-- One row per day of the range: of the ad accounts in `spend_places` how many reported it, and how many were due (reported a day before it
-- and a day after).
-- needs: spend_places
-- makes: spend_coverage
create temp table spend_coverage as
with
days as (
  select unnest(generate_series($money_from::date, $money_to::date, interval 1 day))::date as day
),

accounts as (
  select platform, account_id, min(spend_day) as first_day, max(spend_day) as last_day
  from spend_days
  semi join spend_places using (platform, account_id)
  group by platform, account_id
),

due as (
  select days.day, accounts.platform, accounts.account_id
  from days
  join accounts on days.day between accounts.first_day and accounts.last_day
),

reported as (
  select distinct platform, account_id, spend_day as day from spend_days
)

select days.day, count(reported.day) as accounts_reported, count(due.day) as accounts_due
from days
left join due using (day)
left join reported using (platform, account_id, day)
group by days.day
