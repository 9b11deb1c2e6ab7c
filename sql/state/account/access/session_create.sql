-- One new session.
insert into sessions (session_id, person_id, lookup, hash, created_at, expires_at, client)
values ($session_id, $person_id, $lookup, $hash, $created_at, $expires_at, $client)
