-- The authorization of a consumer app, revoked now if it was not yet.
update app_authorizations
set revoked_at = $now
where authorization_id = $authorization_id
  and revoked_at is null
