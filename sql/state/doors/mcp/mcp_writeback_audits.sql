-- name: mcp_writeback_audit_add
-- One row: something that was decided about writing, or done by it.
insert into mcp_writeback_audits (at, workspace_id, actor, event, request_id, credential, tool, subject, status, code)
values ($at, $workspace_id, $actor, $event, $request_id, $credential, $tool, $subject, $status, $code);

-- name: mcp_writeback_audits_list
-- One row per decision about writing in a workspace and per write by an agent, newest first.
select audit_no, at, actor, event, request_id, credential, tool, subject, status, code
from mcp_writeback_audits
where workspace_id = $workspace_id and ($before is null or audit_no < $before)
order by audit_no desc
limit $limit;
