-- One row per spend row of the latest fact of each (platform, account, day) that the batch reports.
-- needs: batch_facts
-- makes: spend_current (of_batch)
create temp table spend_current as
with reported as (
  select distinct body.platform as platform, body.account_id as account_id, body.day as spend_day
  from batch_facts
  where kind = 'spend_day'
),
in_force as (
  select platform, account_id, spend_day, max(seq) as seq
  from spend_facts join reported using (platform, account_id, spend_day)
  group by all
)
select spend_facts.* from spend_facts join in_force using (platform, account_id, spend_day, seq)
