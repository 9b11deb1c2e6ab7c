-- The currency of a workspace's totals over profiles.
update workspaces
set reporting_currency = $currency
where workspace_id = $workspace_id
