-- One row per paid ad with touches in some days and sale that it is credited with, whenever that was paid: the weight under the profile's
-- model (`own`) and under the models that a recommendation is compared with. Weights are sales. `ripe` is the weight of touches that the sale
-- followed within the days that sales take, one day at least: for days that are older, no later sale changes it.
-- needs: credit_in_reach
-- makes: ad_sales
create temp table ad_sales as
with
touches as (
  select
    origins.platform,
    origins.account_id,
    origins.ad_id,
    credit_in_reach.conversion_no,
    credit_in_reach.touched_at,
    conversions.converted_at <= credit_in_reach.touched_at + to_days(greatest($ripe_days::integer, 1)) as is_ripe,
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
    end / 1e6 as own,
    credit_in_reach.last_non_direct / 1e6 as last_non_direct,
    credit_in_reach.linear / 1e6 as linear,
    credit_in_reach.position_based / 1e6 as position_based,
    credit_in_reach.data_driven / 1e6 as data_driven
  from credit_in_reach
  join conversions using (conversion_no)
  join origins using (origin_id)
  cross join (
    select coalesce(max(value) filter (where name = 'model'), 'last_non_direct') as model from settings
  ) as model_in_force
  where
    conversions.conversion_key = $goal
    and conversions.is_counted
    and credit_in_reach.touched_at >= $from_at::timestamp
    and credit_in_reach.touched_at < $to_at::timestamp
    and origins.ad_id is not null
    and origins.account_id is not null
    and origins.is_paid
)

select
  platform,
  account_id,
  ad_id,
  min(touched_at) as first_touched_at,
  sum(own) as own,
  coalesce(sum(own) filter (where is_ripe), 0) as ripe,
  sum(last_non_direct) as last_non_direct,
  sum(linear) as linear,
  sum(position_based) as position_based,
  sum(data_driven) as data_driven
from touches
group by platform, account_id, ad_id, conversion_no
