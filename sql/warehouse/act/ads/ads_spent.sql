-- One row per ad with spend in the range: what it cost in the profile's currency, and how often it was shown and clicked.
-- needs: converted, day_rates, lacks_rate
-- makes: ads_spent
create temp table ads_spent as
with
own as (
  select coalesce(max(value) filter (where name = 'currency'), '') as currency from settings
),

-- Most spend is in the profile's currency already: a join with the rates of days costs more than the sums.
parts as (
  select platform, account_id, ad_id, sum(spend)::decimal(38, 6) as amount, false as has_unpriced, false as lacks_rates, sum(impressions) as impressions, sum(clicks) as clicks
  from spend_rows
  where
    spend_day between $money_from::date and $money_to::date
    and ad_id is not null
    and currency = (select currency from own)
  group by platform, account_id, ad_id
  union all
  select
    platform,
    account_id,
    ad_id,
    sum(if(spend = 0, 0, converted(spend, day_rates.rate)))::decimal(38, 6),
    count_if(spend <> 0 and day_rates.rate is null) > 0,
    bool_and(lacks_rate(spend, day_rates.rate)),
    sum(impressions),
    sum(clicks)
  from spend_rows
  left join day_rates on day_rates.day = spend_rows.spend_day and day_rates.currency = spend_rows.currency
  where
    spend_day between $money_from::date and $money_to::date
    and ad_id is not null
    and spend_rows.currency <> (select currency from own)
  group by platform, account_id, ad_id
)

select
  platform,
  account_id,
  ad_id,
  sum(amount)::decimal(38, 6) as amount,
  bool_or(has_unpriced) as has_unpriced,
  bool_and(lacks_rates) as lacks_rates,
  sum(impressions)::bigint as impressions,
  sum(clicks)::bigint as clicks
from parts
group by platform, account_id, ad_id
