-- One row per key of the dimension that spend has, and one for all spend together (key is null): what was spent, and what it delivered.
-- needs: ad_keys, chosen_spend
-- makes: key_spend
create temporary table key_spend as
with
(channel, source, campaign, adset, ad) -> cast(multiIf(
  {dimension:String} = 'channel', channel, {dimension:String} = 'source', source, {dimension:String} = 'campaign', campaign,
  {dimension:String} = 'adset', adset, {dimension:String} = 'ad', ad, null
), 'Nullable(String)') as spend_key,

placed as (
  select
    coalesce(ad_keys.key, spend_key(chosen_spend.channel, chosen_spend.source, chosen_spend.campaign, chosen_spend.adset, chosen_spend.ad)) as key,
    chosen_spend.amount as amount, chosen_spend.is_unpriced as is_unpriced,
    chosen_spend.impressions as impressions, chosen_spend.clicks as clicks
  from chosen_spend
  left join ad_keys
    on ad_keys.platform = chosen_spend.platform and ad_keys.account_id = chosen_spend.account_id
    and ad_keys.id = if({dimension:String} = 'ad', chosen_spend.ad, chosen_spend.adset)
)

-- A cost or a rate is of the rows that report both of its parts: reports without clicks have no part in the cost of a click.
select
  key,
  sumOrNull(placed_twice.amount) as spend,
  min(placed_twice.is_unpriced) as lacks_rates,
  countIf(placed_twice.is_unpriced) > 0 as has_unpriced,
  sumOrNull(placed_twice.impressions) as impressions,
  sumOrNull(placed_twice.clicks) as clicks,
  sumOrNullIf(placed_twice.impressions, placed_twice.clicks is not null) as rate_impressions,
  sumOrNullIf(placed_twice.clicks, placed_twice.impressions is not null) as rate_clicks,
  sumOrNullIf(placed_twice.amount, placed_twice.clicks is not null) as clicks_spend,
  sumOrNullIf(placed_twice.clicks, placed_twice.amount is not null) as priced_clicks,
  sumOrNullIf(placed_twice.amount, placed_twice.impressions is not null) as impressions_spend,
  sumOrNullIf(placed_twice.impressions, placed_twice.amount is not null) as priced_impressions
from (
  select key, amount, is_unpriced, impressions, clicks from placed where key is not null
  union all
  select null, amount, is_unpriced, impressions, clicks from placed
) as placed_twice
group by key;
