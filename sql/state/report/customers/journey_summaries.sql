-- name: summary_erase
-- The summaries of an erased person's journey, including those of customers it was once merged with.
delete from journey_summaries
where profile_id = $profile_id
  and (person_key = $person_key or exists (select 1 from json_each(members) where value = $person_key));

-- name: summary_get
-- The summary of a person's journey, where it was written of just these customers.
select summary, events_used, model, fallback, generated_at
from journey_summaries
where profile_id = $profile_id
  and person_key = $person_key
  and members = $members;

-- name: summary_put
-- The summary of a person's journey, in the place of any earlier.
insert into journey_summaries (profile_id, person_key, members, summary, events_used, model, fallback, generated_at)
values ($profile_id, $person_key, $members, $summary, $events_used, $model, $fallback, $now)
on conflict do update set
  summary = excluded.summary,
  events_used = excluded.events_used,
  model = excluded.model,
  fallback = excluded.fallback,
  generated_at = excluded.generated_at;
