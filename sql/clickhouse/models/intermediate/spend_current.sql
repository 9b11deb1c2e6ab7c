-- One row per spend row of the latest fact in force of its (platform, account, day).
-- makes: spend_current (all)
create table spend_current engine = Memory as
with in_force as (
  select platform, account_id, spend_day, max(seq) as seq from spend_facts where seq not in (select seq from withdrawn_facts) group by all
)
select spend_facts.* from spend_facts join in_force using (platform, account_id, spend_day, seq);
