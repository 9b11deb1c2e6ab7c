-- One row per event of those asked that has money.
select
  seq,
  value_amount::varchar as amount,
  currency,
  epoch_us(occurred_at) as at_micros
from events
where seq in (select unnest($seqs::bigint[])) and value_amount is not null and currency is not null
