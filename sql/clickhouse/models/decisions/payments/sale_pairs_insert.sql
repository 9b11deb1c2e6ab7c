-- One row per pair of payments that the batch calls one sale or two: its latest word on it, unless that leaves it open.
-- needs: batch_decisions
insert into sale_pairs
with latest as (
  select
    JSONExtract(payload, 'payment_a', 'Int64') as payment_a, JSONExtract(payload, 'payment_b', 'Int64') as payment_b,
    argMax(JSONExtractString(payload, 'verdict'), decision_no) as verdict
  from batch_decisions
  where kind = 'sale_pair'
  group by payment_a, payment_b
)
select payment_a, payment_b, verdict = 'same' from latest where verdict in ('same', 'apart');
