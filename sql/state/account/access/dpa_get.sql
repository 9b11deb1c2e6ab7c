-- One row: how an app's agreement stands in a workspace.
select accepted_at, accepted_by, withdrawn_at
from app_dpas
where workspace_id = $workspace_id
  and app_id = $app_id
