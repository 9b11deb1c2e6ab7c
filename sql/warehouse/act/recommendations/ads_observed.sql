-- One row per ad that cost or sold something in some days: its spend in the profile's currency, and the sales that visits of these days led to
-- under the profile's model, whenever they were paid.
-- needs: ads_spent, credit_in_reach
-- columns: platform?, account_id?
with
model_in_force as (
  select coalesce(max(value) filter (where name = 'model'), 'last_non_direct') as model from settings
),

sold as (
  select
    origins.ad_id,
    sum(
      case model_in_force.model
        when 'first_touch' then credit_in_reach.first_touch
        when 'last_touch' then credit_in_reach.last_touch
        when 'last_non_direct' then credit_in_reach.last_non_direct
        when 'first_paid' then credit_in_reach.first_paid
        when 'last_paid' then credit_in_reach.last_paid
        when 'linear' then credit_in_reach.linear
        when 'position_based' then credit_in_reach.position_based
        when 'time_decay' then credit_in_reach.time_decay
        when 'data_driven' then credit_in_reach.data_driven
      end / 1e6
    ) as sales
  from credit_in_reach
  join conversions using (conversion_no)
  join origins using (origin_id)
  cross join model_in_force
  where
    conversions.conversion_key = $goal
    and conversions.is_counted
    and credit_in_reach.touched_at >= $from_at::timestamp
    and credit_in_reach.touched_at < $to_at::timestamp
    and origins.ad_id is not null
    and origins.is_paid
  group by origins.ad_id
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
