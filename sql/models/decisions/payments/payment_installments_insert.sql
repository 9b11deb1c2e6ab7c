-- One row per payment that the batch calls a later instalment, or none: its latest word on it.
-- needs: batch_decisions
insert into payment_installments
with latest as (
  select (payload->>'payment_seq')::bigint as payment_seq, arg_max(payload, decision_no) as payload
  from batch_decisions
  where kind = 'payment_installment'
  group by 1
)
select payment_seq, (payload->>'installment_of_key')::bigint from latest
