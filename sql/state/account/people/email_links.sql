-- name: email_link_create
-- One new link to an address.
insert into email_links (link_id, kind, email, lookup, hash, continue_path, created_at, expires_at)
values ($link_id, $kind, $email, $lookup, $hash, $continue_path, $created_at, $expires_at);

-- name: email_link_find
-- One row per link whose secret begins so (nearly always one), used and expired ones too.
select link_id, kind, email, hash, continue_path, expires_at, used_at
from email_links
where lookup = $lookup;

-- name: email_links_forget
-- Links that expired before a moment.
delete from email_links
where expires_at < $before;

-- name: email_links_use
-- Every open link to an address, used now: one of them was followed to its end.
update email_links
set used_at = $now
where email = $email
  and used_at is null;

-- name: email_link_begin
-- A link whose mail was sent: its time begins.
update email_links
set expires_at = $expires_at
where link_id = $link_id
  and used_at is null;

-- name: email_link_is_open
-- One row where a link was not used, and no other to its address was.
select link_id from email_links where link_id = $link_id and used_at is null;
