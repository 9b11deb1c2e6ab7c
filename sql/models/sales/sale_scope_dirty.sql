-- One row per payment whose sale may change, and per payment that ids and decisions join to those, over any number of others.
-- needs: shared_payments
-- makes: sale_scope (dirty)
create temp table sale_scope as
with recursive pairs as (
  select payment_a as here, payment_b as there from sale_pairs
  union
  select payment_b, payment_a from sale_pairs
),
reach as (
  select seq from shared_payments
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
