-- One row: what is told of a workspace's logo.
-- columns: bytes integer
select logo_id, width, height, length(png) as bytes
from workspace_logos
where workspace_id = $workspace_id
