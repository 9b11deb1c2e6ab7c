-- One row per payment that the batch calls a later instalment, or none: its latest word on it.
-- needs: batch_decisions
insert into payment_installments
with latest as (
  select JSONExtract(payload, 'payment_seq', 'Int64') as payment_seq, argMax(payload, decision_no) as payload
  from batch_decisions
  where kind = 'payment_installment'
  group by payment_seq
)
select payment_seq, JSONExtract(payload, 'installment_of_key', 'Nullable(Int64)') from latest;
