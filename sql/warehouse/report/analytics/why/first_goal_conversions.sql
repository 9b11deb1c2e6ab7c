-- One row per person with their first counted conversion of the goal, where people are divided by it.
-- makes: first_goal_conversions
create temp table first_goal_conversions as
select person_key, min(converted_at) as first_at, min_by(conversion_no, (converted_at, conversion_no)) as first_no
from conversions
where $dimension = 'customer' and conversion_key = $goal and is_counted
group by person_key
