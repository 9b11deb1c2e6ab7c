-- One row per definition and channel of the latest fit.
-- needs: batch_decisions
insert into fits
with latest as (
  select payload->>'conversion_key' as conversion_key, max(decision_no) as decision_no, arg_max(payload, decision_no) as payload
  from batch_decisions
  where kind = 'fit'
  group by 1
),
listed as (
  select
    conversion_key,
    decision_no,
    payload,
    unnest(from_json(payload->'channels', '[{"channel": "varchar", "removal_effect": "decimal(18,9)", "touches": "bigint"}]')) as fitted
  from latest
)
select
  conversion_key, fitted.channel, fitted.removal_effect, fitted.touches,
  (payload->>'base_probability')::decimal(18, 9), (payload->>'conversions')::bigint, decision_no
from listed
