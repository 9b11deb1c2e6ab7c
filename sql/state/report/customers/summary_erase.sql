-- The summaries of an erased person's journey, those of whoever it was one with included.
delete from journey_summaries
where profile_id = $profile_id
  and (person_key = $person_key or exists (select 1 from json_each(members) where value = $person_key))
