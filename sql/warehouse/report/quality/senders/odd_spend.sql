-- One row per campaign (or account, of spend without campaigns) and day of the period whose money is not what it buys: it costs three times the usual
-- price of a click, or of being shown, twice of it at least beyond chance, and the other of the two is no witness against it. What is usual is the middle
-- of the campaign's days, of 56 days before the period too. `repeated`: days that another account reports to the cent, at least five of them.
-- makes: odd_spend
create temp table odd_spend as
with
days as (
  select
    platform, account_id, campaign_id, currency, spend_day,
    sum(spend) as spend,
    sum(coalesce(link_clicks, clicks)) as clicks,
    sum(impressions) as impressions
  from spend_rows
  where spend_day between $date_from::date - 56 and $date_to::date
  group by all
  having sum(spend) > 0
),

usual as (
  select
    platform, account_id, campaign_id, currency,
    quantile_cont(spend / clicks, 0.5) filter (where clicks > 0) as click_cost,
    count_if(clicks > 0) as click_days,
    quantile_cont(spend / impressions, 0.5) filter (where impressions > 0) as shown_cost,
    count_if(impressions > 0) as shown_days
  from days
  group by all
),

-- So many clicks and views more are within chance.
compared as (
  select
    days.*,
    if(usual.click_days >= 10 and days.clicks is not null, days.spend / usual.click_cost, null) as clicks_paid,
    if(usual.shown_days >= 10 and days.impressions is not null, days.spend / usual.shown_cost, null) as views_paid
  from days
  join usual
    on usual.platform = days.platform and usual.account_id = days.account_id and usual.campaign_id is not distinct from days.campaign_id
    and usual.currency = days.currency
  where days.spend_day >= $date_from::date
),

accounts as (
  select platform, account_id, currency, spend_day, sum(spend) as spend, sum(clicks) as clicks
  from days
  where spend_day >= $date_from::date - 28
  group by all
),

pairs as (
  select one.platform, one.account_id, other.platform as other_platform, other.account_id as other_id, one.spend_day
  from accounts as one
  join accounts as other
    on other.currency = one.currency and other.spend_day = one.spend_day and other.spend = one.spend and other.clicks is not distinct from one.clicks
  where (one.platform, one.account_id) > (other.platform, other.account_id)
),

reported as (
  select platform, account_id, count(distinct spend_day) as days from accounts group by all
),

-- The one that reported fewer days came second.
repeated as (
  select
    pairs.platform, pairs.account_id, pairs.other_platform, pairs.other_id,
    any_value(one.days) > any_value(other.days) as is_first
  from pairs
  join reported as one on one.platform = pairs.platform and one.account_id = pairs.account_id
  join reported as other on other.platform = pairs.other_platform and other.account_id = pairs.other_id
  group by all
  having count(*) >= 5 and count(*) >= 0.6 * least(any_value(one.days), any_value(other.days))
),

second_accounts as (
  select
    if(is_first, other_platform, platform) as platform, if(is_first, other_id, account_id) as account_id,
    if(is_first, account_id, other_id) as other_id,
    platform as one_platform, account_id as one_id, other_platform, other_id as pair_id
  from repeated
)

select
  'price' as kind, platform, account_id, campaign_id, spend_day, currency, spend,
  greatest(coalesce(clicks_paid / nullif(clicks, 0), 0), coalesce(views_paid / nullif(impressions, 0), 0)) as ratio, null as other_id
from compared
where
  (
    clicks_paid >= 2.95 * clicks and clicks_paid >= 2 * (clicks + 2 * sqrt(clicks) + 2)
    and coalesce(views_paid >= 2 * impressions, true)
  )
  or (
    views_paid >= 2.95 * impressions and views_paid >= 2 * (impressions + 2 * sqrt(impressions) + 20)
    and coalesce(clicks_paid >= 2 * clicks, true)
  )
union all
select 'repeated', accounts.platform, accounts.account_id, null, accounts.spend_day, accounts.currency, accounts.spend, null, second_accounts.other_id
from second_accounts
join pairs
  on pairs.platform = second_accounts.one_platform and pairs.account_id = second_accounts.one_id
  and pairs.other_platform = second_accounts.other_platform and pairs.other_id = second_accounts.pair_id
join accounts
  on accounts.platform = second_accounts.platform and accounts.account_id = second_accounts.account_id and accounts.spend_day = pairs.spend_day
where accounts.spend_day >= $date_from::date
