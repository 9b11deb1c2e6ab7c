-- One row per definition and channel of the latest fit.
-- needs: batch_decisions
insert into fits
with text -> accurateCastOrNull(round(toDecimal128OrNull(text, 10), 9), 'Decimal(18, 9)') as exact,
latest as (
  select JSONExtractString(payload, 'conversion_key') as conversion_key, max(decision_no) as latest_no, argMax(payload, decision_no) as latest_payload
  from batch_decisions
  where kind = 'fit'
  group by conversion_key
),
listed as (
  select
    conversion_key, latest_no, latest_payload,
    arrayJoin(JSONExtract(latest_payload, 'channels', 'Array(Tuple(channel String, removal_effect String, touches Int64))')) as fitted
  from latest
)
select
  conversion_key, fitted.channel, exact(fitted.removal_effect), fitted.touches,
  exact(JSONExtract(latest_payload, 'base_probability', 'String')), JSONExtract(latest_payload, 'conversions', 'Int64'), latest_no
from listed;
