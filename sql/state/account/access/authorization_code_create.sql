-- One new authorization code.
insert into authorization_codes (
  code_id, lookup, hash, person_id, client_id, redirect_uri, code_challenge, scopes, resource, created_at, expires_at
)
values (
  $code_id, $lookup, $hash, $person_id, $client_id, $redirect_uri, $code_challenge, $scopes, $resource, $created_at, $expires_at
)
