-- One row: something that was decided about writing.
insert into mcp_writeback_audits (at, workspace_id, actor, event, request_id)
values ($at, $workspace_id, $actor, $event, $request_id)
