-- One row per ad and group of days on which the same ads of its ad set cost something: what it cost in the profile's currency, how often it was shown and clicked, and
-- the sales that its visits of these days led to, whenever they were paid. Weights are sales. A day without an exchange rate is missing. `day` is the first of the group.
-- needs: ad_sales, converted, day_rates
-- columns: adset_id?
with
sold as (
  select
    ad_sales.platform,
    ad_sales.account_id,
    ad_sales.ad_id,
    (ad_sales.first_touched_at + to_seconds(zone_shifts.shift_seconds))::date as spend_day,
    sum(ad_sales.own) as sales,
    sum(ad_sales.own * ad_sales.own) as squares
  from ad_sales
  asof join zone_shifts on ad_sales.first_touched_at >= zone_shifts.from_at
  group by all
),

spent as (
  select
    spend_rows.platform,
    spend_rows.account_id,
    spend_rows.ad_id,
    spend_rows.spend_day,
    max(spend_rows.adset_id) as adset_id,
    sum(converted(spend_rows.spend, day_rates.rate))::double as spend,
    count_if(day_rates.rate is null and spend_rows.currency <> own.currency) > 0 as has_unpriced,
    sum(spend_rows.impressions) as impressions,
    sum(spend_rows.clicks) as clicks
  from spend_rows
  cross join (select coalesce(max(value) filter (where name = 'currency'), '') as currency from settings) as own
  left join day_rates on day_rates.day = spend_rows.spend_day and day_rates.currency is not distinct from spend_rows.currency
  where
    spend_rows.spend_day between $money_from::date and $money_to::date
    and spend_rows.ad_id is not null
    and spend_rows.spend > 0
  group by all
),

days as (
  select
    spent.platform,
    spent.account_id,
    spent.ad_id,
    coalesce(spent.adset_id, ads.adset_id) as adset_id,
    spent.spend_day,
    spent.spend,
    coalesce(sold.sales, 0) as sales,
    coalesce(sold.squares, 0) as squares,
    coalesce(spent.clicks, 0) as clicks,
    coalesce(spent.impressions, 0) as impressions
  from spent
  left join sold using (platform, account_id, ad_id, spend_day)
  left join ads using (platform, account_id, ad_id)
  where not spent.has_unpriced and spent.spend > 0
),

-- Days with the same ads teach the same: a comparison needs their sums alone.
companies as (
  select platform, account_id, adset_id, spend_day, list_sort(list(ad_id)) as company
  from days
  group by platform, account_id, adset_id, spend_day
)

select
  days.platform,
  days.account_id,
  days.ad_id,
  days.adset_id,
  min(days.spend_day)::text as day,
  count(*)::integer as days,
  sum(days.spend)::double as spend,
  sum(days.sales)::double as sales,
  sum(days.squares)::double as squares,
  sum(days.clicks)::double as clicks,
  sum(days.impressions)::double as impressions
from days
join companies
  on days.platform = companies.platform
  and days.account_id = companies.account_id
  and days.adset_id is not distinct from companies.adset_id
  and days.spend_day = companies.spend_day
group by days.platform, days.account_id, days.ad_id, days.adset_id, companies.company
order by days.platform, days.account_id, days.ad_id, day
