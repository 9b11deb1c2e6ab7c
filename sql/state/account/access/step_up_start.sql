-- The live grant, whose call was refused now for a scope that the person could add.
update grants
set step_up_at = $now
where grant_id = $grant_id
  and revoked_at is null
