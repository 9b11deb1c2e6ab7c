-- One row per key of the dimension that spend has, and one for all spend together (key is null): what was spent, and what it delivered.
-- needs: ad_keys, chosen_spend, spend_key
-- makes: key_spend
create temp table key_spend as
with
placed as (
  select
    coalesce(ad_keys.key, spend_key($dimension, chosen_spend.channel, chosen_spend.source, chosen_spend.campaign, chosen_spend.adset, chosen_spend.ad)) as key,
    chosen_spend.*
  from chosen_spend
  left join ad_keys
    on ad_keys.platform = chosen_spend.platform and ad_keys.account_id = chosen_spend.account_id
    and ad_keys.id = if($dimension = 'ad', chosen_spend.ad, chosen_spend.adset)
)

-- A cost or a rate is of the rows that report both of its parts: reports without clicks have no part in the cost of a click.
select
  key,
  sum(amount) as spend,
  bool_and(is_unpriced) as lacks_rates,
  count_if(is_unpriced) > 0 as has_unpriced,
  sum(impressions)::bigint as impressions,
  sum(clicks)::bigint as clicks,
  sum(impressions) filter (where clicks is not null)::bigint as rate_impressions,
  sum(clicks) filter (where impressions is not null)::bigint as rate_clicks,
  sum(amount) filter (where clicks is not null)::decimal(38, 6) as clicks_spend,
  sum(clicks) filter (where amount is not null)::bigint as priced_clicks,
  sum(amount) filter (where impressions is not null)::decimal(38, 6) as impressions_spend,
  sum(impressions) filter (where amount is not null)::bigint as priced_impressions
from placed
group by grouping sets ((key), ())
having grouping(key) = 1 or key is not null
