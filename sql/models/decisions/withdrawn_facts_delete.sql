-- One row per fact that the batch speaks of.
-- needs: batch_withdrawals
delete from withdrawn_facts where seq in (select seq from batch_withdrawals)
