-- One row per day of the range: of the ad accounts in `spend_places` how many reported it, and how many were due (reported a day before it
-- and a day after).
-- needs: spend_places
-- makes: spend_coverage
create temporary table spend_coverage as
with
days as (
  select {money_from:Date32} + arrayJoin(range(toUInt64(dateDiff('day', {money_from:Date32}, {money_to:Date32}) + 1))) as day
),

accounts as (
  select platform, account_id, min(spend_day) as first_day, max(spend_day) as last_day
  from spend_days
  where (platform, account_id) in (select platform, account_id from spend_places)
  group by platform, account_id
),

due as (
  select days.day as day, accounts.platform as platform, accounts.account_id as account_id
  from days
  cross join accounts
  where days.day between accounts.first_day and accounts.last_day
),

reported as (
  select distinct platform, account_id, spend_day as day from spend_days
)

select days.day as day, count(reported.day) as accounts_reported, count(due.day) as accounts_due
from days
left join due on due.day = days.day
left join reported on reported.platform = due.platform and reported.account_id = due.account_id and reported.day = due.day
group by days.day;
