-- Another answer for a call that has one.
update idempotent_calls
set answer = $answer
where call_key = $call_key
