-- The call under this key, leased to a new attempt.
insert into idempotent_calls (call_key, request_hash, token, lease_until, expires_at)
values ($call_key, $request_hash, $token, $lease_until, $expires_at)
on conflict (call_key) do update set
  token = excluded.token,
  lease_until = excluded.lease_until,
  expires_at = excluded.expires_at
