-- One row: a workspace's sending domain.
select
  workspace_id, domain, ownership, selector, public_key, private_key, created_at, checked_at, ownership_state, dkim_state,
  verified_at
from sender_domains
where workspace_id = $workspace_id
