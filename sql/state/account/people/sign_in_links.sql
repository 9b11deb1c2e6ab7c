-- name: sign_in_link_create
-- One new link.
insert into sign_in_links (link_id, person_id, lookup, hash, created_at, expires_at)
values ($link_id, $person_id, $lookup, $hash, $created_at, $expires_at);

-- name: sign_in_link_find
-- One row per link whose secret begins so (nearly always one), used and expired ones too.
select link_id, person_id, hash, expires_at, used_at
from sign_in_links
where lookup = $lookup;

-- name: sign_in_link_use
-- The link, used now if it was not before.
update sign_in_links
set used_at = $now
where link_id = $link_id
  and used_at is null;

-- name: sign_in_links_forget
-- Links that expired before a moment.
delete from sign_in_links
where expires_at < $before;
