-- A workspace's sending domain, unless it has one.
insert into sender_domains (workspace_id, domain, ownership, selector, public_key, private_key, created_at)
values ($workspace_id, $domain, $ownership, $selector, $public_key, $private_key, $now)
on conflict (workspace_id) do nothing
