-- name: authorization_code_create
-- One new authorization code.
insert into authorization_codes (
  code_id, lookup, hash, person_id, client_id, redirect_uri, code_challenge, scopes, resource, created_at, expires_at,
  workspace_id
)
values (
  $code_id, $lookup, $hash, $person_id, $client_id, $redirect_uri, $code_challenge, $scopes, $resource, $created_at, $expires_at,
  $workspace_id
);

-- name: authorization_code_find
-- One row per authorization code, used or not, that begins so (nearly always one).
select
  code_id, hash, person_id, client_id, redirect_uri, code_challenge, scopes, resource, expires_at, used_at, grant_id,
  workspace_id
from authorization_codes
where lookup = $lookup;

-- name: authorization_code_use
-- The authorization code, used up now with what it produced; unchanged when it was used before.
update authorization_codes
set
  used_at = $now,
  grant_id = $grant_id
where code_id = $code_id
  and used_at is null;

-- name: authorization_codes_drop
-- The codes that a person approved and no client has exchanged yet.
delete from authorization_codes
where person_id = $person_id
  and used_at is null;

-- name: authorization_codes_forget
-- Authorization codes whose tokens are over, too.
delete from authorization_codes
where expires_at < $before;
