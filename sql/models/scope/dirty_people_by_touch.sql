-- One row per person whose conversions may see the dirty browsers' touches, or whose payments the affected outcomes continue,
-- reverse or are: down to what continues them, and up to what those continue, as far as instalments reach.
insert into dirty_people
with recursive below (outcome_key, hops) as (
  select outcome_key, 0 from changed_payments
  union
  select outcomes.outcome_key, below.hops + 1
  from below
  join outcomes on outcomes.installment_of_key = below.outcome_key
  where below.hops < 3 and outcomes.outcome_key is not null
),
above (outcome_key, hops) as (
  select outcome_key, 0 from below
  union
  select outcome_key, 0 from changed_parents where outcome_key is not null
  union
  select outcomes.installment_of_key, above.hops + 1
  from above
  join outcomes on outcomes.outcome_key = above.outcome_key
  where above.hops < 3 and outcomes.installment_of_key is not null
),
family as (
  select outcome_seq, person_key
  from outcomes
  where outcome_key in (select outcome_key from above)
)
select coalesce(visitor_people.person_key, -dirty_visitors.visitor_key) from dirty_visitors left join visitor_people using (visitor_key)
union
select person_key from outcomes where visitor_key in (select visitor_key from dirty_visitors)
union
select outcomes.person_key
from outcome_clicks join outcomes using (outcome_seq)
where outcome_clicks.click_key in (select click_key from dirty_clicks)
union
select person_key from family
union
select person_key from cash_flows where flow_seq in (select outcome_seq from family union select outcome_seq from affected_outcomes)
union
select person_key from outcomes where origin_id in (select origin_id from changed_origins)
