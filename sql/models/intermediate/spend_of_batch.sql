-- One row per spend row of the latest fact in force of each (platform, account, day) that the batch changes.
-- needs: changed_spend_days
-- makes: spend_current (of_batch)
create temp table spend_current as
with in_force as (
  select platform, account_id, spend_day, max(seq) as seq
  from spend_facts join (select distinct * from changed_spend_days) using (platform, account_id, spend_day)
  where seq not in (select seq from withdrawn_facts)
  group by all
)
select spend_facts.* from spend_facts join in_force using (platform, account_id, spend_day, seq)
