-- The summary of a person's journey, where it was written of just these customers.
select summary, events_used, model, fallback, generated_at
from journey_summaries
where profile_id = $profile_id
  and person_key = $person_key
  and members = $members
