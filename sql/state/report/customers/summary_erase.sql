-- The summary of an erased person's journey.
delete from journey_summaries
where profile_id = $profile_id
  and person_key = $person_key
