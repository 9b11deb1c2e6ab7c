-- One row per payment of whose payer the batch speaks.
-- needs: batch_decisions
delete from payment_payers
where payment_seq in (select (payload->>'payment_seq')::bigint from batch_decisions where kind = 'payment_payer')
