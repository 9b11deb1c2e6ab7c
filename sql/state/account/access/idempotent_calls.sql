-- name: idempotent_call_begin
-- The call under this key, leased to a new attempt.
insert into idempotent_calls (call_key, request_hash, token, lease_until, expires_at)
values ($call_key, $request_hash, $token, $lease_until, $expires_at)
on conflict (call_key) do update set
  token = excluded.token,
  lease_until = excluded.lease_until,
  expires_at = excluded.expires_at;

-- name: idempotent_call_drop
-- The call is forgotten by the attempt with its lease, which has no answer worth keeping.
delete from idempotent_calls
where call_key = $call_key
  and token = $token
  and status is null;

-- name: idempotent_call_finish
-- The call is answered by the attempt with its lease.
update idempotent_calls
set
  status = $status,
  answer = $answer
where call_key = $call_key
  and token = $token;

-- name: idempotent_call_get
-- One row: the call under this key.
select request_hash, lease_until, status, answer
from idempotent_calls
where call_key = $call_key;

-- name: idempotent_call_rewrite
-- Another answer for a call that has one.
update idempotent_calls
set answer = $answer
where call_key = $call_key;

-- name: idempotent_calls_answered
-- One row per call whose answer is kept.
-- columns: answer blob
select call_key, answer
from idempotent_calls
where answer is not null;

-- name: idempotent_calls_forget
-- Calls whose 24 hours are over.
delete from idempotent_calls
where expires_at <= $now;
