-- One new link.
insert into sign_in_links (link_id, person_id, lookup, hash, created_at, expires_at)
values ($link_id, $person_id, $lookup, $hash, $created_at, $expires_at)
