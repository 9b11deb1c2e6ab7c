-- One row per ad with spend before and after it learned: clicks and times shown in its first seven full days after the first seven, and in the
-- last seven days, with those of the account's other ads on the same days; what it cost and sold in the first of these. Reach is null where a
-- day has none.
-- needs: converted, credit_in_reach, day_rates
-- columns: base_reach?, now_reach?, base_spend?
with
firsts as (
  select
    ad_id, platform, account_id,
    min(spend_day) + 7 as base_from, min(spend_day) + 13 as base_to,
    $last_from::date as now_from, $last_to::date as now_to
  from spend_rows
  where ad_id is not null and spend > 0
  group by all
  having min(spend_day) + 13 < $last_from::date and max(spend_day) >= $last_from::date
),

own as (
  select
    firsts.platform, firsts.account_id, firsts.ad_id,
    sum(clicks) filter (where spend_day <= base_to) as base_clicks,
    sum(impressions) filter (where spend_day <= base_to) as base_impressions,
    sum(clicks) filter (where spend_day >= now_from) as now_clicks,
    sum(impressions) filter (where spend_day >= now_from) as now_impressions,
    if(bool_and(reach is not null) filter (where spend_day <= base_to), sum(reach) filter (where spend_day <= base_to), null) as base_reach,
    if(bool_and(reach is not null) filter (where spend_day >= now_from), sum(reach) filter (where spend_day >= now_from), null) as now_reach,
    sum(converted(spend_rows.spend, day_rates.rate)) filter (where spend_day <= base_to) as base_spend
  from firsts
  join spend_rows
    on spend_rows.platform = firsts.platform and spend_rows.account_id = firsts.account_id and spend_rows.ad_id = firsts.ad_id
    and (spend_rows.spend_day between firsts.base_from and firsts.base_to or spend_rows.spend_day between firsts.now_from and firsts.now_to)
  left join day_rates on day_rates.day = spend_rows.spend_day and day_rates.currency is not distinct from spend_rows.currency
  group by firsts.platform, firsts.account_id, firsts.ad_id
),

account_days as (
  select platform, account_id, spend_day, sum(clicks) as clicks, sum(impressions) as impressions
  from spend_rows
  group by all
),

accounts as (
  select
    firsts.platform, firsts.account_id, firsts.ad_id,
    sum(account_days.clicks) filter (where account_days.spend_day <= base_to) as base_clicks,
    sum(account_days.impressions) filter (where account_days.spend_day <= base_to) as base_impressions,
    sum(account_days.clicks) filter (where account_days.spend_day >= now_from) as now_clicks,
    sum(account_days.impressions) filter (where account_days.spend_day >= now_from) as now_impressions
  from firsts
  join account_days
    on account_days.platform = firsts.platform and account_days.account_id = firsts.account_id
    and (
      account_days.spend_day between firsts.base_from and firsts.base_to
      or account_days.spend_day between firsts.now_from and firsts.now_to
    )
  group by firsts.platform, firsts.account_id, firsts.ad_id
),

-- Several touches of an ad before one sale are one sale.
sold_once as (
  select firsts.platform, firsts.account_id, firsts.ad_id, sum(credit_in_reach.linear) / 1e6 as sales
  from firsts
  join origins on origins.platform = firsts.platform and origins.account_id = firsts.account_id and origins.ad_id = firsts.ad_id
  join credit_in_reach on credit_in_reach.origin_id = origins.origin_id
  join conversions using (conversion_no)
  where
    conversions.conversion_key = $goal and conversions.is_counted and origins.is_paid
    and credit_in_reach.touched_at::date between firsts.base_from and firsts.base_to
  group by firsts.platform, firsts.account_id, firsts.ad_id, credit_in_reach.conversion_no
),

sold as (
  select platform, account_id, ad_id, sum(sales) as sales, sum(sales * sales) as squares
  from sold_once
  group by platform, account_id, ad_id
)

select
  own.platform,
  own.account_id,
  own.ad_id,
  coalesce(own.base_clicks, 0)::integer as base_clicks, coalesce(own.base_impressions, 0)::integer as base_impressions,
  coalesce(own.now_clicks, 0)::integer as now_clicks, coalesce(own.now_impressions, 0)::integer as now_impressions,
  own.base_reach::double as base_reach, own.now_reach::double as now_reach,
  coalesce(accounts.base_clicks - own.base_clicks, 0)::integer as others_base_clicks,
  coalesce(accounts.base_impressions - own.base_impressions, 0)::integer as others_base_impressions,
  coalesce(accounts.now_clicks - own.now_clicks, 0)::integer as others_now_clicks,
  coalesce(accounts.now_impressions - own.now_impressions, 0)::integer as others_now_impressions,
  own.base_spend::double as base_spend,
  coalesce(sold.sales, 0)::double as base_sales,
  coalesce(sold.squares, 0)::double as base_squares
from own
join accounts using (platform, account_id, ad_id)
left join sold using (platform, account_id, ad_id)
order by own.ad_id, own.platform, own.account_id
