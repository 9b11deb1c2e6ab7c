// A workspace's settings for agents: whether their tools may write, and whether changes of ads by their tokens need an approval. A change is audited
// twice: in the chain, and among the write-back audits. Both are guards.
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { isLower, refuseLowering } from '../../account/guards/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import type { AgentRules, GuardHook } from '../../base/contract/slice-hooks.ts';
import { unitsOf } from './units.ts';
import { addWritebackAudit } from './writeback-audits.ts';

/** Tools do not write until a person switches it on, and changes of ads by tokens need no approval until one does. */
export function agentRules(base: ReadBase, workspaceId: string): AgentRules {
  const row = base.state.statement('doors/mcp/mcp_settings_get').get({ workspace_id: workspaceId });
  return { mayWrite: row?.is_writeback_enabled === 1, needsApproval: row?.needs_approval === 1 };
}

export const isWritebackEnabled = (base: ReadBase, workspaceId: string): boolean => agentRules(base, workspaceId).mayWrite;

function shown(base: ReadBase, workspaceId: string) {
  const row = base.state.statement('doors/mcp/mcp_settings_get').get({ workspace_id: workspaceId });
  const { mayWrite, needsApproval } = agentRules(base, workspaceId);
  return {
    workspace_id: workspaceId,
    mcp_writeback_enabled: mayWrite,
    require_approval_for_tokens: needsApproval,
    units: unitsOf(base, workspaceId),
    updated_at: row ? new Date(row.updated_at).toISOString() : null,
  };
}

export const getMcpSettings = reading('getMcpSettings', ({ workspaceId }, base) => ({ data: shown(base, workspaceId) }));

const wordOf = (isOn: boolean): 'on' | 'off' => (isOn ? 'on' : 'off');

/** The two settings as guards. */
export const agentGuards: Record<'agents_writing' | 'token_approval', GuardHook> = {
  agents_writing: { value: (base, { workspaceId }) => wordOf(agentRules(base, workspaceId).mayWrite) },
  token_approval: { value: (base, { workspaceId }) => wordOf(agentRules(base, workspaceId).needsApproval) },
};

export const putMcpSettings = stateChange('putMcpSettings', ({ principal, workspaceId, body, requestId }, base) => {
  const before = agentRules(base, workspaceId);
  const { mcp_writeback_enabled: mayWrite = before.mayWrite, require_approval_for_tokens: needsApproval = before.needsApproval } =
    body;
  const place = { workspaceId };
  const lowered = (['agents_writing', 'token_approval'] as const).find((guard) => {
    const [from, to] = guard === 'agents_writing' ? [before.mayWrite, mayWrite] : [before.needsApproval, needsApproval];
    return isLower(guard, wordOf(from), wordOf(to));
  });
  const refusal = lowered && refuseLowering(base, { principal, place, guard: lowered });
  if (refusal) return refusal;
  setAgentRules(base, { workspaceId, rules: { mayWrite, needsApproval }, actor: actorOf(principal), requestId });
  return { data: shown(base, workspaceId) };
});

/** The same again changes nothing and leaves no row. */
export function setAgentRules(
  base: Base,
  { workspaceId, rules, actor, requestId }: { workspaceId: string; rules: Partial<AgentRules>; actor: string; requestId: string },
): void {
  base.state.tx(() => {
    const before = agentRules(base, workspaceId);
    const after = { ...before, ...rules };
    const isWriting = before.mayWrite !== after.mayWrite;
    const isApproval = before.needsApproval !== after.needsApproval;
    if (!isWriting && !isApproval) return;
    base.state.statement('doors/mcp/mcp_settings_put').run({
      workspace_id: workspaceId,
      is_writeback_enabled: after.mayWrite ? 1 : 0,
      needs_approval: after.needsApproval ? 1 : 0,
      updated_at: base.clock.now(),
    });
    const audit = { workspaceId, actor, requestId };
    if (isWriting) addWritebackAudit(base, { ...audit, event: after.mayWrite ? 'enabled' : 'disabled' });
    if (isApproval) addWritebackAudit(base, { ...audit, event: after.needsApproval ? 'approval_required' : 'approval_waived' });
    const detail = {
      ...(isWriting ? { mcp_writeback_enabled: after.mayWrite } : {}),
      ...(isApproval ? { require_approval_for_tokens: after.needsApproval } : {}),
    };
    writeAudit(base, { actor, action: 'mcp_settings.updated', workspaceId, subject: workspaceId, detail });
  });
}
