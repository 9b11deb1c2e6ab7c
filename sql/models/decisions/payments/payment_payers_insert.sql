-- One row per payment with a payer by the batch's latest word on it.
-- needs: batch_decisions
insert into payment_payers
with latest as (
  select (payload->>'payment_seq')::bigint as payment_seq, arg_max(payload, decision_no) as payload
  from batch_decisions
  where kind = 'payment_payer'
  group by 1
)
select payment_seq, (payload->>'customer_no')::bigint from latest where payload->>'customer_no' is not null
