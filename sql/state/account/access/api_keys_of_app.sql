-- One row per key that an app answers for, also on what is archived.
select api_key_id
from api_keys
where app_id = $app_id
