-- The sending domain of a workspace, with its key.
delete from sender_domains
where workspace_id = $workspace_id
limit $limit
