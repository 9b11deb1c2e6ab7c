-- name: sso_link_create
-- One new link.
insert into sso_links (link_id, workspace_id, issuer, subject, person_id, lookup, hash, created_at, expires_at)
values ($link_id, $workspace_id, $issuer, $subject, $person_id, $lookup, $hash, $now, $expires_at);

-- name: sso_link_find
-- One row per link, used or not, that begins so (nearly always one).
select link_id, workspace_id, issuer, subject, person_id, hash, expires_at, used_at
from sso_links
where lookup = $lookup;

-- name: sso_link_use
-- The link, used up now; unchanged when it was used before.
update sso_links
set used_at = $now
where link_id = $link_id
  and used_at is null;

-- name: sso_links_drop
-- Links of a workspace.
delete from sso_links
where workspace_id = $workspace_id;

-- name: sso_links_forget
-- Links that are over.
delete from sso_links
where expires_at < $before;
