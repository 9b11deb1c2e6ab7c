-- One row: a grant, revoked or not.
select grant_id, person_id, client_id, scopes, resource, created_at, last_used_at, revoked_at, revoked_because
from grants
where grant_id = $grant_id
