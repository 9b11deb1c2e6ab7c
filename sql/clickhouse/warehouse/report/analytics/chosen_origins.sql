-- One row per origin that the filters let through: all of them when no filter is asked.
-- makes: chosen_origins
create temporary table chosen_origins as
with (value, asked) -> multiIf(
  startsWith(asked, '='), coalesce(value = substring(asked, 2), false),
  startsWith(asked, '!'), value is distinct from substring(asked, 2),
  coalesce(value, '') in ('', '(none)', '(unknown)')
) as passes
select origin_id, source, medium, coalesce(campaign, '(none)') as campaign, platform, account_id, adset_id, ad_id, channel, is_paid
from origins
where
  ({channel:Nullable(String)} is null or passes(channel, {channel:Nullable(String)}))
  and ({source:Nullable(String)} is null or passes(source, {source:Nullable(String)}))
  and ({medium:Nullable(String)} is null or passes(medium, {medium:Nullable(String)}))
  and ({campaign:Nullable(String)} is null or passes(coalesce(campaign, '(none)'), {campaign:Nullable(String)}));
