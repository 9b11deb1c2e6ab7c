-- One row per payment with a payer by the batch's latest word on it.
-- needs: batch_decisions
insert into payment_payers
with latest as (
  select JSONExtract(payload, 'payment_seq', 'Int64') as payment_seq, argMax(payload, decision_no) as payload
  from batch_decisions
  where kind = 'payment_payer'
  group by payment_seq
)
select payment_seq, JSONExtract(payload, 'customer_no', 'Nullable(Int64)') as customer_no from latest where customer_no is not null;
