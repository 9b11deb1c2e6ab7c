-- The key, replaced by another: it ends at a moment, or at its own end when that is sooner.
update api_keys
set
  replaced_by = $replaced_by,
  expires_at = min(coalesce(expires_at, $ends_at), $ends_at),
  revoked_at = case when $ends_at <= $now then $now else revoked_at end
where api_key_id = $api_key_id
