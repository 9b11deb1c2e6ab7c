-- name: pii_read_add
-- One new access to personal data, or one refusal.
insert into pii_reads (
  read_at, workspace_id, profile_id, actor, credential, operation, route, parameters, status, result, request_id
)
values (
  $read_at, $workspace_id, $profile_id, $actor, $credential, $operation, $route, $parameters, $status, $result, $request_id
);

-- name: pii_reads_count
-- One row: how many reads of personal data there were in a workspace since a moment, refusals left out.
-- columns: reads integer
select count(*) as reads
from pii_reads
where workspace_id = $workspace_id
  and read_at >= $since
  and status <> 403;

-- name: pii_reads_forget
-- Reads of personal data from before a moment.
delete from pii_reads
where read_at < $before;

-- name: pii_reads_list
-- One row per access to personal data in a workspace, and per refusal; newest first.
select read_no, read_at, profile_id, actor, credential, operation, route, parameters, status, result, request_id
from pii_reads
where workspace_id = $workspace_id
  and ($profile_id is null or profile_id = $profile_id)
  and ($before is null or read_no < $before)
  and read_at >= $since
order by read_no desc
limit $limit;
