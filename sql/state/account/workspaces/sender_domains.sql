-- name: sender_domain_check
-- The answer of DNS about a sending domain, if it is still the one that was asked about.
update sender_domains
set checked_at = $now, ownership_state = $ownership_state, dkim_state = $dkim_state, verified_at = $verified_at
where workspace_id = $workspace_id
  and ownership = $ownership;

-- name: sender_domain_create
-- A workspace's sending domain, unless it has one.
insert into sender_domains (workspace_id, domain, ownership, selector, public_key, private_key, created_at)
values ($workspace_id, $domain, $ownership, $selector, $public_key, $private_key, $now)
on conflict (workspace_id) do nothing;

-- name: sender_domain_get
-- One row: a workspace's sending domain.
select
  workspace_id, domain, ownership, selector, public_key, private_key, created_at, checked_at, ownership_state, dkim_state,
  verified_at
from sender_domains
where workspace_id = $workspace_id;

-- name: sender_domain_remove
-- A workspace's sending domain, gone with its key.
delete from sender_domains
where workspace_id = $workspace_id;
