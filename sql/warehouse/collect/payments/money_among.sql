-- One row per event of those asked that has money.
select
  seq,
  value_amount::varchar as amount,
  currency
from events
where seq in (select unnest($seqs::bigint[])) and value_amount is not null and currency is not null
