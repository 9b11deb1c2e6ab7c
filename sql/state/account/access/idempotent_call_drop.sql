-- The call, forgotten by the attempt that held its lease without an answer worth keeping.
delete from idempotent_calls
where call_key = $call_key
  and token = $token
  and status is null
