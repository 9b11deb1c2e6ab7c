-- One row per alias of the batch's latest decision on channel rules; those from before there were aliases have none.
-- needs: batch_decisions
insert into spend_aliases
select alias.utm_source, alias.utm_medium, alias.platform
from (
  select arrayJoin(JSONExtract(
    argMax(payload, decision_no), 'aliases', 'Array(Tuple(utm_source String, utm_medium Nullable(String), platform Nullable(String)))'
  )) as alias
  from batch_decisions
  where kind = 'channel_rules'
);
