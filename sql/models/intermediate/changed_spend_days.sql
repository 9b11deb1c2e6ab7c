-- One row per (platform, account, day) that the batch reports.
-- needs: batch_facts
-- makes: changed_spend_days
create temp table changed_spend_days as
select distinct body.platform as platform, body.account_id as account_id, body.day as spend_day
from batch_facts
where kind = 'spend_day'
