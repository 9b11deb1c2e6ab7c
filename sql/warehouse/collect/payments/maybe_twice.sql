-- One row per two payments that both count and may report one sale, and of which the merchant has not said: same person, amount and currency within ten
-- minutes, or within a week from systems that the other is not of (an order and its capture); one id under which no certain sale was found; or, where one of
-- the two does not say who paid, amount and currency within ten minutes from such systems. Of what came before, the nearest of another system. `twice_seq` is the later of the two: what it is worth may be counted twice.
-- needs: counted_payments
-- makes: maybe_twice
create temp table maybe_twice as
with
in_order as (
  select
    *,
    row_number() over same_money as place,
    coalesce(occurred_at - lag(occurred_at) over same_money <= interval 7 day, false) as has_before,
    coalesce(lead(occurred_at) over same_money - occurred_at <= interval 7 day, false) as has_after
  from counted_payments
  window same_money as (partition by person_key, currency, value_amount order by occurred_at, outcome_seq)
),

in_order_of_all as (
  select
    *,
    row_number() over same_money as place,
    coalesce(occurred_at - lag(occurred_at) over same_money <= interval 10 minute, false) as has_before,
    coalesce(lead(occurred_at) over same_money - occurred_at <= interval 10 minute, false) as has_after
  from counted_payments
  window same_money as (partition by currency, value_amount order by occurred_at, outcome_seq)
),

-- Few payments have one beside them. The nearest twenty are enough, and a till that takes the same amount all day is no long work.
beside as (
  select * from in_order where has_before or has_after
),

of_one_person as (
  select
    earlier.outcome_seq as earlier_seq, later.outcome_seq as twice_seq,
    list_has_any(earlier.systems, later.systems) as is_of_one_system,
    earlier.place
  from beside as later
  join beside as earlier
    on earlier.person_key = later.person_key and earlier.currency = later.currency and earlier.value_amount = later.value_amount
    and earlier.place between later.place - 20 and later.place - 1
  where
    earlier.occurred_at >= later.occurred_at - interval 10 minute
    or (earlier.occurred_at >= later.occurred_at - interval 7 day and not list_has_any(earlier.systems, later.systems))
),

at_one_moment as (
  select earlier.outcome_seq as earlier_seq, later.outcome_seq as twice_seq, earlier.place
  from in_order_of_all as later
  join in_order_of_all as earlier
    on earlier.currency = later.currency and earlier.value_amount = later.value_amount
    and earlier.place between later.place - 20 and later.place - 1
  where
    later.has_before and earlier.has_after
    and earlier.occurred_at >= later.occurred_at - interval 10 minute
    and earlier.person_key <> later.person_key
    and not list_has_any(earlier.systems, later.systems)
),

-- An id that a provider gave its customer is nobody whom another system knows.
of_a_payer as (
  select event_identifiers.seq
  from event_identifiers
  join identifier_map using (identifier_key)
  where
    identifier_map.type in ('email', 'phone', 'national_id')
    and event_identifiers.seq in (select earlier_seq from at_one_moment union select twice_seq from at_one_moment)
  union
  select payment_seq from payment_payers
),

of_nobody as (
  select *
  from at_one_moment
  where earlier_seq not in (select seq from of_a_payer) or twice_seq not in (select seq from of_a_payer)
),

named as (
  select sale_keys.kind, sale_keys.sale_key, counted_payments.*
  from sale_keys
  join counted_payments on counted_payments.outcome_seq = sale_keys.seq
),

shared as (
  select kind, sale_key from named group by all having count(*) > 1 and count(*) = count(distinct systems)
),

of_one_id as (
  select earlier.outcome_seq as earlier_seq, later.outcome_seq as twice_seq, later.kind
  from named as later
  join shared using (kind, sale_key)
  join named as earlier using (kind, sale_key)
  where (earlier.occurred_at, earlier.outcome_seq) < (later.occurred_at, later.outcome_seq)
),

undecided as (
  select earlier_seq, twice_seq, 'same_person' as reason, is_of_one_system, place from of_one_person
  union all
  select earlier_seq, twice_seq, if(kind = 'order', 'same_order', 'same_payment'), null, null from of_one_id
  union all
  -- What is likely by more is not proposed by less.
  select earlier_seq, twice_seq, 'same_moment', false, place
  from of_nobody
  where
    twice_seq not in (select twice_seq from of_one_person union all select twice_seq from of_one_id)
    and twice_seq not in (select earlier_seq from of_one_id)
),

nearest as (
  select earlier_seq, twice_seq, reason
  from undecided
  where (least(earlier_seq, twice_seq), greatest(earlier_seq, twice_seq)) not in (select payment_a, payment_b from sale_pairs)
  qualify reason not in ('same_person', 'same_moment') or row_number() over (partition by twice_seq, reason order by is_of_one_system, place desc) = 1
)

select
  earlier_seq, twice_seq, least(earlier_seq, twice_seq) as payment_a, greatest(earlier_seq, twice_seq) as payment_b, min(reason) as reason
from nearest
group by all
