-- One row per person of `summed_people` and counted outcome of theirs that is worth something and no cash: once, and none of a deal that
-- was paid.
-- needs: summed_people
-- makes: other_money
create table other_money engine = MergeTree order by person_key as
with
counted as (
  select
    conversions.person_key as person_key, conversions.outcome_seq as outcome_seq, conversions.revenue_type as revenue_type,
    conversions.net_amount as net_amount, conversions.currency as currency, conversions.converted_day as converted_day,
    row_number() over (
      partition by conversions.outcome_seq
      order by conversions.revenue_type <> 'cash', conversions.definition_no
    ) as place
  from conversions
  where conversions.is_counted and conversions.person_key in (select person_key from summed_people)
    and conversions.net_amount is not null
),
others as (
  select counted.*, outcomes.deal_key as deal_key
  from counted
  join outcomes on outcomes.outcome_seq = counted.outcome_seq
  where counted.place = 1 and counted.revenue_type <> 'cash'
),
paid as (
  select distinct counted.person_key as person_key, outcomes.deal_key as deal_key
  from counted
  join outcomes on outcomes.outcome_seq = counted.outcome_seq
  where counted.revenue_type = 'cash' and outcomes.deal_key in (select deal_key from others)
)
select others.person_key as person_key, others.converted_day as converted_day, others.currency as currency, others.net_amount as amount
from others
left anti join paid on paid.person_key = others.person_key and paid.deal_key = others.deal_key;
