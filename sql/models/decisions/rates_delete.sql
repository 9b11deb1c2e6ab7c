-- One row per rate that the batch changes.
delete from rates
where exists (
  select 1 from batch_decisions
  where kind = 'rate' and (payload->>'day')::date = rates.day and (payload->>'currency') = rates.currency
)
