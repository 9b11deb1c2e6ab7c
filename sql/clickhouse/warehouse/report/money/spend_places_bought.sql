-- One row per ad account and place of its rows in force that the filters let through. Asked only where a report is by places or has such
-- filters: without them an account counts by its own place already.
-- needs: placed_spend
-- fills: spend_places (of_places)
insert into spend_places
with (value, asked) -> multiIf(
  startsWith(asked, '='), coalesce(value = substring(asked, 2), false),
  startsWith(asked, '!'), value is distinct from substring(asked, 2),
  coalesce(value, '') in ('', '(none)', '(unknown)')
) as passes
select distinct platform, account_id, channel, source, campaign, adset, ad
from placed_spend
where
  coalesce({medium:Nullable(String)}, {device:Nullable(String)}, {country:Nullable(String)}) is null
  and ({channel:Nullable(String)} is null or passes(channel, {channel:Nullable(String)}))
  and ({source:Nullable(String)} is null or passes(source, {source:Nullable(String)}))
  and ({campaign:Nullable(String)} is null or passes(campaign, {campaign:Nullable(String)}));
