-- One row per pair of payments that the batch calls one sale or two: its latest word on it, unless that leaves it open.
-- needs: batch_decisions
insert into sale_pairs
with latest as (
  select
    (payload->>'payment_a')::bigint as payment_a, (payload->>'payment_b')::bigint as payment_b,
    arg_max(payload->>'verdict', decision_no) as verdict
  from batch_decisions
  where kind = 'sale_pair'
  group by all
)
select payment_a, payment_b, verdict = 'same' from latest where verdict in ('same', 'apart')
