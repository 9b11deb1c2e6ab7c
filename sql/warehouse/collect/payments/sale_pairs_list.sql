-- One row per two payments that may report one sale (`open`), or of which the merchant has said that they do (`same`) or do not (`apart`): most money
-- first, from the cursor on.
-- needs: maybe_twice
-- columns: a_person?, b_person?, a_at, b_at
with
listed as (
  select payment_a, payment_b, reason from maybe_twice where $status::varchar = 'open'
  union all
  select payment_a, payment_b, 'decided' from sale_pairs where is_same = ($status::varchar = 'same') and $status::varchar <> 'open'
),

sides as (
  select listed.*, least(a.value_amount, b.value_amount) as amount, a.currency = b.currency and a.value_amount = b.value_amount as is_same_money
  from listed
  join money_facts as a on a.seq = listed.payment_a
  join money_facts as b on b.seq = listed.payment_b
  where
    $cursor_amount::varchar is null
    or (-least(a.value_amount, b.value_amount), listed.payment_a, listed.payment_b)
      > (-($cursor_amount::varchar)::decimal(18, 6), $cursor_a::bigint, $cursor_b::bigint)
  order by amount desc, payment_a, payment_b
  limit $limit::bigint
)

select
  sides.payment_a, sides.payment_b, sides.reason, sides.is_same_money, sides.amount,
  a.occurred_at as a_at, a.type_key as a_type, a.value_amount as a_amount, a.currency as a_currency, a.system as a_system,
  outcomes_a.person_key as a_person, outcomes_a.outcome_seq is not null as a_counts,
  b.occurred_at as b_at, b.type_key as b_type, b.value_amount as b_amount, b.currency as b_currency, b.system as b_system,
  outcomes_b.person_key as b_person, outcomes_b.outcome_seq is not null as b_counts
from sides
join money_facts as a on a.seq = sides.payment_a
join money_facts as b on b.seq = sides.payment_b
left join outcomes as outcomes_a on outcomes_a.outcome_seq = sides.payment_a
left join outcomes as outcomes_b on outcomes_b.outcome_seq = sides.payment_b
order by sides.amount desc, sides.payment_a, sides.payment_b
