-- One row per new outcome of a server with money.
-- needs: payments_of_batch
insert into money_facts
select seq, type_key, occurred_at, value_amount, currency, outcome_key, refund_of_key, visitor_key, system, system_kind
from payments_of_batch
order by seq
