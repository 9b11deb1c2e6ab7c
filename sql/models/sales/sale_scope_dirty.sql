-- One row per payment whose sale may change, and per payment that ids and decisions join to those, over any number of others.
-- needs: shared_payments
-- makes: sale_scope (dirty)
create temp table sale_scope as
with recursive pairs as (
  select payment_a as here, payment_b as there from sale_pairs
  union
  select payment_b, payment_a from sale_pairs
),
-- TRICKY: from a payment to its ids and from an id to its payments, so that an id of many payments is followed once and not once for each.
reach as (
  select seq, null::varchar as kind, null::bigint as sale_key from shared_payments
  union
  (
    select null, sale_keys.kind, sale_keys.sale_key from reach join sale_keys on sale_keys.seq = reach.seq
    union all
    select sale_keys.seq, null, null
    from reach
    join sale_keys on sale_keys.kind = reach.kind and sale_keys.sale_key = reach.sale_key
    union all
    select pairs.there, null, null from reach join pairs on pairs.here = reach.seq
  )
)
select seq from reach where seq is not null
