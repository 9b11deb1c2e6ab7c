-- One row per alias of the batch's latest decision on channel rules; those from before there were aliases have none.
-- needs: batch_decisions
insert into spend_aliases
with aliases as (
  select unnest(
    from_json(
      arg_max(coalesce(payload->'aliases', '[]'::json), decision_no),
      '[{"utm_source": "varchar", "utm_medium": "varchar", "platform": "varchar"}]'
    ),
    recursive := true
  )
  from batch_decisions
  where kind = 'channel_rules'
)
select aliases.utm_source, aliases.utm_medium, coalesce(platform_names.platform, aliases.platform)
from aliases
left join platform_names on platform_names.name = name_key(aliases.platform)
