-- A workspace's sending domain, gone with its key.
delete from sender_domains
where workspace_id = $workspace_id
