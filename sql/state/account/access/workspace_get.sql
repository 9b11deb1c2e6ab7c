-- One row: a workspace, archived or not, with what the door decides by.
select workspace_id, provisioned_by, is_healthcare, created_at, archived_at
from access_workspaces
where workspace_id = $workspace_id
