-- One row per ad account and place it spends at that the filters let through: here its platform's own, and by `spend_places_bought` each
-- place of its rows in force, whatever their day. Spend of anything is measured on the days that an account with such a place reported:
-- nothing spent is 0 there. Elsewhere, and of what is no account's place, it is null. This is the one definition of spend null and 0.
-- needs: passes
-- makes: spend_places
create temp table spend_places as
select *
from (
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
)
where
  coalesce($medium, $device, $country)::varchar is null
  and ($channel::varchar is null or passes(channel, $channel))
  and ($source::varchar is null or passes(source, $source))
  and ($campaign::varchar is null or passes(campaign, $campaign))
