-- One row per ad that cost or sold something in some days: its spend in the profile's currency, on how many of these days it cost something, and
-- the sales that visits of these days led to under the profile's model, whenever they were paid (`ripe`: within the days that sales take).
-- needs: ad_sales, ads_spent
-- columns: adset_id?, last_day?
with
sold as (
  select platform, account_id, ad_id, sum(own) as sales, sum(ripe) as ripe_sales, sum(ripe * ripe) as ripe_squares
  from ad_sales
  group by platform, account_id, ad_id
),

places as (
  select
    platform,
    account_id,
    ad_id,
    any_value(adset_id order by spend_day desc, adset_id) as adset_id,
    count(distinct spend_day) filter (where spend > 0 and spend_day between $money_from::date and $money_to::date) as days,
    max(spend_day) filter (where spend > 0 and spend_day between $money_from::date and $money_to::date) as last_day
  from spend_rows
  where ad_id is not null
  group by platform, account_id, ad_id
)

select
  ad_id,
  platform,
  account_id,
  places.adset_id,
  coalesce(ads_spent.amount, 0)::double as spend,
  coalesce(places.days, 0)::integer as days,
  places.last_day,
  coalesce(sold.sales, 0)::double as sales,
  coalesce(sold.ripe_sales, 0)::double as ripe_sales,
  coalesce(sold.ripe_squares, 0)::double as ripe_squares
from ads_spent
full join sold using (platform, account_id, ad_id)
left join places using (platform, account_id, ad_id)
order by ad_id, platform, account_id
