-- One row per payment that changed, or of which a refund did, and that others may report too: it shares an id with another, a decision names it with
-- another, or it was joined so far. Of most batches there is none, and then no sale changes.
-- needs: changed_outcomes, parsed_events
-- makes: shared_payments
create temp table shared_payments as
with changed as (
  select seq, refund_of_key from money_facts
  where seq in (select seq from parsed_events union select outcome_seq from changed_outcomes)
),
named as (
  select seq from changed where refund_of_key is null
  union
  select seq from money_facts where outcome_key in (select refund_of_key from changed)
)
select seq
from named
where
  seq in (
    select own.seq
    from (select * from sale_keys where seq in (select seq from named)) as own
    join sale_keys as others on others.kind = own.kind and others.sale_key = own.sale_key and others.seq <> own.seq
  )
  or seq in (select payment_a from sale_pairs union all select payment_b from sale_pairs)
  or seq in (select seq from sale_members)
