-- What a workspace paid for.
delete from subscriptions
where workspace_id = $workspace_id
limit $limit
