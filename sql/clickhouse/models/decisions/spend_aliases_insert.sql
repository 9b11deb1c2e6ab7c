-- One row per alias of the batch's latest decision on channel rules; those from before there were aliases have none.
-- needs: batch_decisions
insert into spend_aliases
with text -> coalesce(
  nullIf(replaceRegexpAll(replaceRegexpAll(text, '(?:%20|[+ \\t\\n\\f\\r_-])+', ' '), '^ +| +$', ''), ''), text
) as name_key
select aliases.alias.utm_source, aliases.alias.utm_medium, coalesce(platform_names.platform, aliases.alias.platform)
from (
  select arrayJoin(JSONExtract(
    argMax(payload, decision_no), 'aliases', 'Array(Tuple(utm_source String, utm_medium Nullable(String), platform Nullable(String)))'
  )) as alias
  from batch_decisions
  where kind = 'channel_rules'
) as aliases
left join platform_names on platform_names.name = name_key(aliases.alias.platform);
