-- One row per person whose conversions may see the dirty browsers' touches or the reversals and instalments of the batch.
insert into dirty_people
with payments as (
  select body.refund_of_key as outcome_key from parsed_events where body.refund_of_key is not null
  union
  select body.installment_of_key from parsed_events where body.installment_of_key is not null
),
parents as (
  select outcome_key from payments
  union
  select outcomes.installment_of_key from outcomes join payments using (outcome_key) where outcomes.installment_of_key is not null
),
grandparents as (
  select outcome_key from parents
  union
  select outcomes.installment_of_key from outcomes join parents using (outcome_key) where outcomes.installment_of_key is not null
)
select coalesce(visitor_people.person_key, -dirty_visitors.visitor_key) from dirty_visitors left join visitor_people using (visitor_key)
union
select person_key from outcomes where visitor_key in (select visitor_key from dirty_visitors)
union
select outcomes.person_key
from outcome_clicks join outcomes using (outcome_seq)
where outcome_clicks.click_key in (select click_key from dirty_clicks)
union
select person_key from outcomes where outcome_key in (select outcome_key from grandparents)
union
select person_key from outcomes where origin_id in (select origin_id from changed_origins)
union
select child.person_key
from outcomes as child
where child.installment_of_key in (select outcomes.outcome_key from outcomes join affected_outcomes using (outcome_seq))
