-- One row per decision about writing in a workspace and per write by an agent, newest first.
select audit_no, at, actor, event, request_id, credential, tool, subject, status, code
from mcp_writeback_audits
where workspace_id = $workspace_id and ($before is null or audit_no < $before)
order by audit_no desc
limit $limit
