-- One row per ad that cost or sold something in some days: its spend in the profile's currency, and the sales that visits of these days led to
-- under the profile's model, whenever they were paid.
-- needs: ad_sales, ads_spent
-- columns: platform?, account_id?
with
sold as (
  select ad_id, sum(own) as sales from ad_sales group by ad_id
),

places as (
  select ad_id, any_value(platform order by spend_day desc, platform) as platform, any_value(account_id order by spend_day desc, account_id) as account_id
  from spend_rows
  where ad_id is not null
  group by ad_id
)

select
  coalesce(ads_spent.ad_id, sold.ad_id) as ad_id,
  places.platform, places.account_id,
  coalesce(ads_spent.amount, 0)::double as spend,
  coalesce(sold.sales, 0)::double as sales
from ads_spent
full join sold using (ad_id)
left join places on places.ad_id = coalesce(ads_spent.ad_id, sold.ad_id)
order by ad_id
