-- One row per payment that changed, or of which a refund did, and that others may report too: it shares an id with another, a decision names it with
-- another, or it was joined so far. Of most batches there is none, and then no sale changes.
-- needs: changed_outcomes, new_events
-- makes: shared_payments
create temp table shared_payments as
with changed as (
  select seq, refund_of_key from money_facts
  where seq in (select seq from new_events union select outcome_seq from changed_outcomes)
),
named as (
  select seq from changed where refund_of_key is null
  union
  select seq from money_facts where outcome_key in (select refund_of_key from changed)
),
own as (
  select seq, kind, sale_key from sale_keys where seq in (select seq from named)
),
shared as (
  select kind, sale_key
  from sale_keys
  where (kind, sale_key) in (select (kind, sale_key) from own)
  group by all
  having count(*) > 1
)
select seq
from named
where
  seq in (select own.seq from own join shared using (kind, sale_key))
  or seq in (select payment_a from sale_pairs union all select payment_b from sale_pairs)
  or seq in (select seq from sale_members)
