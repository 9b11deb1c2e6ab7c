-- One row: the call under this key.
select request_hash, lease_until, status, answer
from idempotent_calls
where call_key = $call_key
