-- One row per ad account and place it spends at that the filters let through: each place of its rows in force, whatever their day, and its
-- platform's own. Spend of anything is measured on the days that an account with such a place reported: nothing spent is 0 there.
-- Elsewhere, and of what is no account's place, it is null. This is the one definition of what `spend` null and 0 mean.
create temp table spend_places as
with
own_places as (
  select
    accounts.platform,
    accounts.account_id,
    coalesce(platform_seeds.channel, 'Paid Other') as channel,
    coalesce(platform_seeds.source, accounts.platform) as source,
    '(unallocated)' as campaign,
    '(unallocated)' as adset,
    '(unallocated)' as ad
  from (select distinct platform, account_id from spend_days) as accounts
  left join platform_seeds using (platform)
),

places as (
  select * from own_places
  union
  -- Without a filter every account counts, whatever its places.
  select platform, account_id, channel, source, campaign, adset, ad from placed_spend where $asks_place::boolean
)

select *
from places
where
  coalesce($medium, $device, $country)::varchar is null
  and ($channel::varchar is null or channel = $channel)
  and ($source::varchar is null or source = $source)
  and ($campaign::varchar is null or campaign = $campaign)
