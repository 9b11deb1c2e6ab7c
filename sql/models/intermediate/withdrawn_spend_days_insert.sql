-- One row per (platform, account, day) of which the batch takes a report out, or gives one back.
-- needs: batch_withdrawals
-- fills: changed_spend_days
insert into changed_spend_days
select distinct platform, account_id, spend_day from spend_facts where seq in (select seq from batch_withdrawals)
