-- name: link_create
-- One new link.
insert into connect_links (
  link_id, connection_id, profile_id, provider, lookup, hash, return_url, accounts, shop, mapping, mail_import,
  created_by, created_at, expires_at
)
values (
  $link_id, $connection_id, $profile_id, $provider, $lookup, $hash, $return_url, $accounts, $shop, $mapping, $mail_import,
  $created_by, $now, $expires_at
);

-- name: link_find
-- One row per link whose secret begins so (nearly always one).
select
  link_id, connection_id, profile_id, provider, hash, return_url, accounts, shop, mapping, mail_import, created_by, expires_at, state_hash, verifier, tokens,
  visible, ended_at
from connect_links
where lookup = $lookup;

-- name: link_visit_start
-- A visit to the provider, in the place of an earlier one.
update connect_links
set state_hash = $state_hash, verifier = $verifier
where link_id = $link_id
  and ended_at is null;

-- name: link_visit_end
-- Ends a visit; a second return from the provider finds none.
update connect_links
set state_hash = null, verifier = null
where link_id = $link_id
  and state_hash = $state_hash
  and ended_at is null;

-- name: link_mail_import_put
-- What a person has typed in on the page of the link.
update connect_links
set mail_import = $mail_import
where link_id = $link_id
  and ended_at is null;

-- name: link_grant_put
-- A grant that waits for the choice of accounts.
update connect_links
set tokens = $tokens, visible = $visible
where link_id = $link_id
  and ended_at is null;

-- name: link_end
-- A link is used once; its secrets go.
update connect_links
set ended_at = $now, connection_id = $connection_id, tokens = null, visible = null, state_hash = null, verifier = null
where link_id = $link_id
  and ended_at is null;

-- name: links_end_of_connection
-- Links of a connection that was removed.
update connect_links
set ended_at = $now, tokens = null, visible = null, state_hash = null, verifier = null
where connection_id = $connection_id
  and ended_at is null;

-- name: links_forget
-- Links whose time is over.
delete from connect_links
where expires_at <= $before;
