-- The agreements of a workspace; the audit keeps who made them.
delete from app_dpas
where workspace_id = $workspace_id
limit $limit
