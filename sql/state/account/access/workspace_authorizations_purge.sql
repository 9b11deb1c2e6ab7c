-- What apps held in a workspace.
delete from app_authorizations
where workspace_id = $workspace_id
limit $limit
