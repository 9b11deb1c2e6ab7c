-- One row per consumer app whose agreement a workspace accepted at any time.
select app_id
from app_dpas
where workspace_id = $workspace_id
