-- One row per payment that the batch calls a later instalment, or none.
-- needs: batch_decisions
delete from payment_installments
where payment_seq in (select (payload->>'payment_seq')::bigint from batch_decisions where kind = 'payment_installment')
