// The record of writing by agents in a workspace: who let them or stopped them, what they did and what was refused to them. Ids and
// settings only, as in the audit chain, which tells each change once more.
import type { Base } from '../../base/base.ts';
import { reading } from '../../base/contract/operation.ts';

export interface WritebackAudit {
  workspaceId: string;
  actor: string;
  event: 'enabled' | 'disabled' | 'approval_required' | 'approval_waived' | 'applied' | 'refused';
  requestId: string;
  /** The rest where a tool was called. */
  credential?: string;
  tool?: string;
  /** The profile or workspace it was about. */
  subject?: string | null;
  /** The code of the refusal. */
  status?: number | null;
  code?: string | null;
}

/** Runs inside the caller's transaction where there is one. */
export function addWritebackAudit(base: Base, writebackAudit: WritebackAudit): void {
  base.state.statement('doors/mcp/mcp_writeback_audit_add').run({
    at: base.clock.now(),
    workspace_id: writebackAudit.workspaceId,
    actor: writebackAudit.actor,
    event: writebackAudit.event,
    request_id: writebackAudit.requestId,
    credential: writebackAudit.credential ?? null,
    tool: writebackAudit.tool ?? null,
    subject: writebackAudit.subject ?? null,
    status: writebackAudit.status ?? null,
    code: writebackAudit.code ?? null,
  });
}

export const listMcpWritebackAudits = reading('listMcpWritebackAudits', ({ workspaceId, params }, base) => {
  const before = params.cursor === undefined ? null : Number(params.cursor);
  const rows = base.state
    .statement('doors/mcp/mcp_writeback_audits_list')
    .all({ workspace_id: workspaceId, before, limit: params.limit + 1 });
  const page = rows.slice(0, params.limit);
  const last = page.at(-1);
  const has_next = rows.length > page.length;
  return {
    data: page.map((row) => ({
      id: String(row.audit_no),
      at: new Date(row.at).toISOString(),
      actor: row.actor,
      event: row.event,
      request_id: row.request_id,
      credential: row.credential,
      tool: row.tool,
      subject: row.subject,
      status: row.status,
      code: row.code,
    })),
    meta: { workspace_id: workspaceId },
    pagination: { has_next, cursor: has_next && last ? String(last.audit_no) : null },
  };
});
