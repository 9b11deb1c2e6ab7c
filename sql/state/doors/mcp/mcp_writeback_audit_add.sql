-- One row: something that was decided about writing, or done by it.
insert into mcp_writeback_audits (at, workspace_id, actor, event, request_id, credential, tool, subject, status, code)
values ($at, $workspace_id, $actor, $event, $request_id, $credential, $tool, $subject, $status, $code)
