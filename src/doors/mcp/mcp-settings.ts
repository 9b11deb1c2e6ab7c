// A workspace's settings for agents: whether they may write. A change is audited twice: in the chain, and among the write-back
// audits.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import { unitsOf } from './units.ts';
import { addWritebackAudit } from './writeback-audits.ts';

/** Off until a person switches it on. */
export function isWritebackEnabled(base: Base, workspaceId: string): boolean {
  return base.state.statement('doors/mcp/mcp_settings_get').get({ workspace_id: workspaceId })?.is_writeback_enabled === 1;
}

function shown(base: ReadBase, workspaceId: string) {
  const row = base.state.statement('doors/mcp/mcp_settings_get').get({ workspace_id: workspaceId });
  return {
    workspace_id: workspaceId,
    mcp_writeback_enabled: row?.is_writeback_enabled === 1,
    units: unitsOf(base, workspaceId),
    updated_at: row ? new Date(row.updated_at).toISOString() : null,
  };
}

export const getMcpSettings = reading('getMcpSettings', ({ workspaceId }, base) => ({ data: shown(base, workspaceId) }));

export const putMcpSettings = stateChange('putMcpSettings', ({ principal, workspaceId, body, requestId }, base) => {
  setWriteback(base, { workspaceId, isEnabled: body.mcp_writeback_enabled, actor: actorOf(principal), requestId });
  return { data: shown(base, workspaceId) };
});

export function setWriteback(
  base: Base,
  input: { workspaceId: string; isEnabled: boolean; actor: string; requestId: string },
): void {
  const { workspaceId, isEnabled, actor, requestId } = input;
  base.state.tx(() => {
    if (isWritebackEnabled(base, workspaceId) === isEnabled) return;
    base.state
      .statement('doors/mcp/mcp_settings_put')
      .run({ workspace_id: workspaceId, is_writeback_enabled: isEnabled ? 1 : 0, updated_at: base.clock.now() });
    const event = isEnabled ? 'enabled' : 'disabled';
    addWritebackAudit(base, { workspaceId, actor, event, requestId });
    const detail = { mcp_writeback_enabled: isEnabled };
    writeAudit(base, { actor, action: 'mcp_settings.updated', workspaceId, subject: workspaceId, detail });
  });
}
