-- The key in one decision on the person.
update decisions
set payload = json_set(payload, $path, $key)
where profile_id = $profile_id
  and decision_no = $decision_no
