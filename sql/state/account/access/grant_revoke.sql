-- The grant, revoked now if it was not yet; its tokens end with it.
update grants
set
  revoked_at = $now,
  revoked_because = $because
where grant_id = $grant_id
  and revoked_at is null
