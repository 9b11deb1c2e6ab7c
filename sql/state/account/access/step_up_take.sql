-- The grant, if such a refusal was not before $since and no refresh was refused for it yet.
update grants
set step_up_at = null
where grant_id = $grant_id
  and step_up_at >= $since
