// The right of agents to write in a workspace, and the way to it for one without: a handoff that an owner or admin decides on its page. The agent
// only has the link; it is raised once, and waits for a day.
import { handoffAddress, handoffStatus, openHandoffs, raiseHandoff } from '../../account/handoffs/index.ts';
import { workspacesById } from '../../account/workspaces/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { HandoffKind } from '../../base/contract/handoff.ts';
import type { Principal } from '../../base/contract/operation.ts';
import { agentRules, isWritebackEnabled, setAgentRules } from './mcp-settings.ts';

const KIND = 'agents_write';

/** Thrown inside the transaction of what it refuses; the person is asked after it. */
export class WritesClosed extends ApiError {
  constructor() {
    super('forbidden', 'Agents may not write in this workspace.');
  }
}

/** Before there is a workspace, it cannot be switched off. */
export function requireWriteback(base: Base, workspaceId: string | undefined): void {
  if (workspaceId !== undefined && !isWritebackEnabled(base, workspaceId)) throw new WritesClosed();
}

/** The refusal with the way out of it: the link, when it is raised now; that it still waits, when it was raised before. */
export function askToWrite(base: Base, workspaceId: string, principal: Principal): ApiError {
  const message = 'Agents may not write in this workspace until an owner or admin allows it';
  const open = openHandoffs(base, workspaceId, KIND).find(
    (handoff) => handoff.raisedBy === principal.credentialId && handoffStatus(base, handoff) === 'awaiting_approval',
  );
  if (!open) {
    const handoff = raiseHandoff(base, handoffAddress(base), { kind: KIND, workspaceId, payload: {}, principal });
    return new ApiError('forbidden', `${message}, on the page at handoff.url.`, { handoff });
  }
  const handoff = { id: open.handoffId, expires_at: new Date(open.expiresAt).toISOString() };
  return new ApiError('forbidden', `${message}, on the page whose link was returned before.`, { handoff });
}

const nameOf = (base: Base, workspaceId: string): string => workspacesById(base, [workspaceId])[0]?.name ?? '';

/** The texts and effects of handoffs of this kind. */
export const writeAccessKind: HandoffKind = {
  role: 'admin',
  describe: (base, { workspaceId }) => ({
    title: `Let agents write in ${nameOf(base, workspaceId)}`,
    text: [
      `An agent wants to change something in the workspace "${nameOf(base, workspaceId)}" with a tool. So far tools can only read there.`,
      'If you allow it, the tools of every agent that a member of the workspace has connected may write, within the agent’s scopes and the member’s role. Each change by a tool is tried first, shown, and recorded.',
      'This applies to tools only. A program with a member’s token can write through the REST API without it, as far as the scopes that the member approved and the member’s role allow; to stop that, end its access under connected apps.',
      agentRules(base, workspaceId).needsApproval
        ? 'Changes of ads by such tokens wait for an owner or admin, by tools and through the REST API, as the workspace has set.'
        : 'Changes of ads by the token of an owner or admin are carried out at once. The settings for agents can have each of them wait for an owner or admin.',
      'It applies until an owner or admin switches it off in the settings for agents.',
    ],
    approve: { label: 'Let agents write' },
    reject: 'No',
  }),
  approved: (base, { workspaceId, handoffId }, { actor }) => {
    setAgentRules(base, { workspaceId, rules: { mayWrite: true }, actor, requestId: handoffId });
    return { mcp_writeback_enabled: true };
  },
};
