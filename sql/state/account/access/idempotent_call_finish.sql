-- The call, answered by the attempt that holds its lease.
update idempotent_calls
set
  status = $status,
  answer = $answer
where call_key = $call_key
  and token = $token
