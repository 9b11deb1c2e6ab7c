// What a workspace settles about agents: whether they may write. A change is audited twice: in the chain, and in the list that
// an agent's owner reads.
import { actorOf, writeAudit } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import type { Operation } from '../../base/contract/operation.ts';
import { unitsOf } from './units.ts';

/** Off until somebody switches it on. */
export function isWritebackEnabled(base: Base, workspaceId: string): boolean {
  return base.state.statement('doors/mcp/mcp_settings_get').get({ workspace_id: workspaceId })?.['is_writeback_enabled'] === 1;
}

function shown(base: Base, workspaceId: string) {
  const row = base.state.statement('doors/mcp/mcp_settings_get').get({ workspace_id: workspaceId });
  return {
    workspace_id: workspaceId,
    mcp_writeback_enabled: row?.['is_writeback_enabled'] === 1,
    units: unitsOf(base, workspaceId),
    updated_at: row ? new Date(Number(row['updated_at'])).toISOString() : null,
  };
}

export const getMcpSettings: Operation<'getMcpSettings'> = ({ workspaceId }, base) => ({ data: shown(base, workspaceId) });

export const putMcpSettings: Operation<'putMcpSettings'> = ({ principal, workspaceId, body, requestId }, base) => {
  const isEnabled = body.mcp_writeback_enabled;
  base.state.tx(() => {
    if (isWritebackEnabled(base, workspaceId) === isEnabled) return;
    const at = base.clock.now();
    const actor = actorOf(principal);
    base.state
      .statement('doors/mcp/mcp_settings_put')
      .run({ workspace_id: workspaceId, is_writeback_enabled: isEnabled ? 1 : 0, updated_at: at });
    base.state.statement('doors/mcp/mcp_writeback_audit_add').run({
      ...{ at, workspace_id: workspaceId, actor, event: isEnabled ? 'enabled' : 'disabled', request_id: requestId },
    });
    const detail = { mcp_writeback_enabled: isEnabled };
    writeAudit(base, { actor, action: 'mcp_settings.updated', workspaceId, subject: workspaceId, detail });
  });
  return { data: shown(base, workspaceId) };
};

export const listMcpWritebackAudits: Operation<'listMcpWritebackAudits'> = ({ workspaceId, params }, base) => {
  const before = params.cursor === undefined ? null : Number(params.cursor);
  const rows = base.state
    .statement('doors/mcp/mcp_writeback_audits_list')
    .all({ workspace_id: workspaceId, before, limit: params.limit + 1 });
  const page = rows.slice(0, params.limit);
  const last = page.at(-1);
  const has_next = rows.length > page.length;
  return {
    data: page.map((row) => ({
      id: String(row['audit_no']),
      at: new Date(Number(row['at'])).toISOString(),
      actor: String(row['actor']),
      event: row['event'] as 'enabled' | 'disabled',
      request_id: String(row['request_id']),
    })),
    meta: { workspace_id: workspaceId },
    pagination: { has_next, cursor: has_next && last ? String(last['audit_no']) : null },
  };
};
