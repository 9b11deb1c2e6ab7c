-- One row per rate changed: its latest value.
-- needs: batch_decisions
insert into rates
with listed as (
  select
    decision_no,
    JSONExtractString(payload, 'in') as in_currency,
    arrayJoin(JSONExtract(payload, 'rates', 'Array(Tuple(day String, currency String, rate String))')) as found
  from batch_decisions
  where kind = 'rate'
)
select
  toDate32(found.day) as day, found.currency as currency,
  toDecimal128(argMax(found.rate, decision_no), 18), in_currency
from listed
group by day, currency, in_currency;
