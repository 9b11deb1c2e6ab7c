-- One row per two payments that both count and may report one sale, and of which the merchant has not said: same person, amount and currency within ten
-- minutes, or within a week from two systems (an order and its capture); or one number of an order from two providers that is not certain. `twice_seq` is
-- the later of the two: what it is worth may be counted twice.
-- makes: maybe_twice
create temp table maybe_twice as
with
paid as (
  select
    payments.outcome_seq, payments.person_key, payments.occurred_at, payments.value_amount, payments.currency, money_facts.system, money_facts.type_key
  from payments
  join money_facts on money_facts.seq = payments.outcome_seq
  where
    payments.installment_of_key is null and payments.value_amount > 0
    and payments.outcome_seq in (select flow_seq from cash_flows where kind = 'payment')
),

in_order as (
  select
    outcome_seq, occurred_at, system,
    lag(outcome_seq) over same_money as before_seq,
    lag(occurred_at) over same_money as before_at,
    lag(system) over same_money as before_system
  from paid
  window same_money as (partition by type_key, person_key, currency, value_amount order by occurred_at, outcome_seq)
),

orders as (
  select sale_keys.sale_key, paid.*
  from sale_keys
  join paid on paid.outcome_seq = sale_keys.seq
  where sale_keys.kind = 'order'
),

shared_orders as (
  select sale_key, type_key from orders group by all having count(*) > 1 and count(*) = count(distinct system)
),

pairs as (
  select before_seq as earlier_seq, outcome_seq as twice_seq, 'same_person' as reason
  from in_order
  where before_at >= occurred_at - interval 10 minute or (before_system <> system and before_at >= occurred_at - interval 7 day)
  union all
  select earlier.outcome_seq, later.outcome_seq, 'same_order'
  from orders as later
  join shared_orders using (sale_key, type_key)
  join orders as earlier using (sale_key, type_key)
  where (earlier.occurred_at, earlier.outcome_seq) < (later.occurred_at, later.outcome_seq)
)

select
  earlier_seq, twice_seq, least(earlier_seq, twice_seq) as payment_a, greatest(earlier_seq, twice_seq) as payment_b, min(reason) as reason
from pairs
where (least(earlier_seq, twice_seq), greatest(earlier_seq, twice_seq)) not in (select payment_a, payment_b from sale_pairs)
group by all
