-- One row per person of these with an event or outcome since a time.
with
wanted as (
  select unnest($people::bigint[]) as person_key
)

select wanted.person_key
from wanted
where exists (
  select 1
  from visitor_people
  join events on events.visitor_key = visitor_people.visitor_key
  where visitor_people.person_key = wanted.person_key and epoch_us(events.occurred_at) >= $since_us::bigint
) or exists (
  select 1
  from outcomes
  where outcomes.person_key = wanted.person_key and epoch_us(outcomes.occurred_at) >= $since_us::bigint
)
