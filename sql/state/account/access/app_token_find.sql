-- One row per live bearer of an app whose secret begins so (nearly always one).
select app_tokens.token_id, app_tokens.app_id, app_tokens.hash
from app_tokens
where app_tokens.lookup = $lookup
  and app_tokens.expires_at > $now
