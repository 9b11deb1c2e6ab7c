-- One row per payment that changed, or of which a refund did, and per payment that ids and decisions join to those, over any number of others.
-- needs: changed_outcomes, parsed_events
-- makes: sale_scope (dirty)
create temp table sale_scope as
with recursive changed as (
  select seq, refund_of_key from money_facts
  where seq in (select seq from parsed_events union select outcome_seq from changed_outcomes)
),
named as (
  select seq from changed where refund_of_key is null
  union
  select seq from money_facts where outcome_key in (select refund_of_key from changed)
),
-- Of most batches nothing is shared, and then no row is looked at twice.
pairs as (
  select payment_a as here, payment_b as there from sale_pairs
  union
  select payment_b, payment_a from sale_pairs
),
reach as (
  select seq from named
  union
  (
    select others.seq
    from reach
    join sale_keys as own on own.seq = reach.seq
    join sale_keys as others on others.kind = own.kind and others.sale_key = own.sale_key
    union
    select pairs.there from reach join pairs on pairs.here = reach.seq
  )
)
select seq from reach
