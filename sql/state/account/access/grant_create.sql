-- One new grant.
insert into grants (grant_id, person_id, client_id, scopes, resource, created_at)
values ($grant_id, $person_id, $client_id, $scopes, $resource, $created_at)
