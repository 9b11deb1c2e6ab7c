-- One row per fact that the batch takes out.
-- needs: batch_withdrawals
insert into withdrawn_facts
select seq from batch_withdrawals where is_withdrawn;
