-- One row: how many reads of personal data there were in a workspace since a moment, refusals left out.
-- columns: reads integer
select count(*) as reads
from pii_reads
where workspace_id = $workspace_id
  and read_at >= $since
  and status <> 403
