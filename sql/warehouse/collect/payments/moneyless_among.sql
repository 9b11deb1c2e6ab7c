-- One row per event of those asked that brought no money.
select seq
from events
where seq in (select unnest($seqs::bigint[])) and value_amount is null
