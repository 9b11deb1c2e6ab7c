-- One row per live grant of a person to a client.
select scopes
from grants
where person_id = $person_id
  and client_id = $client_id
  and revoked_at is null
