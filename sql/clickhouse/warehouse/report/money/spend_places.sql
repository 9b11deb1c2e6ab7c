-- One row per ad account and place it spends at that the filters let through: here its platform's own, and by `spend_places_bought` each
-- place of its rows in force, whatever their day. Spend of anything is measured on the days that an account with such a place reported:
-- nothing spent is 0 there. Elsewhere, and of what is no account's place, it is null. This is the one definition of spend null and 0.
-- makes: spend_places
create temporary table spend_places as
with (value, asked) -> multiIf(
  startsWith(asked, '='), coalesce(value = substring(asked, 2), false),
  startsWith(asked, '!'), value is distinct from substring(asked, 2),
  coalesce(value, '') in ('', '(none)', '(unknown)')
) as passes
select *
from (
  select
    accounts.platform as platform,
    accounts.account_id as account_id,
    coalesce(platform_seeds.channel, 'Paid Other') as channel,
    coalesce(platform_seeds.source, accounts.platform) as source,
    '(unallocated)' as campaign,
    '(unallocated)' as adset,
    '(unallocated)' as ad
  from (select distinct platform, account_id from spend_days) as accounts
  left join platform_seeds on platform_seeds.platform = accounts.platform
)
where
  coalesce({medium:Nullable(String)}, {device:Nullable(String)}, {country:Nullable(String)}) is null
  and ({channel:Nullable(String)} is null or passes(channel, {channel:Nullable(String)}))
  and ({source:Nullable(String)} is null or passes(source, {source:Nullable(String)}))
  and ({campaign:Nullable(String)} is null or passes(campaign, {campaign:Nullable(String)}));
