-- One row per rate changed: its latest value.
-- needs: batch_decisions
insert into rates
with listed as (
  select
    decision_no,
    payload->>'in' as in_currency,
    unnest(from_json(payload->'rates', '[{"day": "date", "currency": "varchar", "rate": "decimal(38, 18)"}]')) as told
  from batch_decisions
  where kind = 'rate'
)
select told.day, told.currency, arg_max(told.rate, decision_no), in_currency
from listed
group by told.day, told.currency, in_currency
