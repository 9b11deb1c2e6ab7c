-- One row per rate that the batch changes.
-- needs: batch_decisions
delete from rates
where (day, currency, in_currency) in (
  select (told.day, told.currency, in_currency)
  from (
    select
      payload->>'in' as in_currency,
      unnest(from_json(payload->'rates', '[{"day": "date", "currency": "varchar", "rate": "decimal(38, 18)"}]')) as told
    from batch_decisions
    where kind = 'rate'
  )
)
