-- One row per access to personal data in a workspace, and per refusal; newest first.
select read_no, read_at, profile_id, actor, credential, operation, route, parameters, status, result, request_id
from pii_reads
where workspace_id = $workspace_id
  and ($profile_id is null or profile_id = $profile_id)
  and ($before is null or read_no < $before)
  and read_at >= $since
order by read_no desc
limit $limit
