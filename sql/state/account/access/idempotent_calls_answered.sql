-- One row per call whose answer is kept.
select call_key, answer
from idempotent_calls
where answer is not null
