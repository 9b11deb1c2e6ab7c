// The programs that act for a person, listed and ended by that person alone, in every workspace.

import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Principal, reading, stateChange } from '../../base/contract/operation.ts';
import { revokeGrant } from './grants.ts';
import { storedScopes } from './stored.ts';

const instant = (at: number): string => new Date(at).toISOString();

/** A session always has a person. */
const personOf = ({ personId }: Principal): string => personId ?? '';

/** In a session of one workspace, only the programs that were allowed in such a one. */
function agentsOf(base: ReadBase, principal: Principal) {
  const now = base.clock.now();
  const params = { workspace_id: null, person_id: personOf(principal), now };
  const rows = base.state.statement('account/apps/live_agents_list').all(params);
  return rows.filter((row) =>
    row.workspace_id === null
      ? principal.workspaceId === undefined
      : principal.workspaceId === undefined || principal.workspaceId === row.workspace_id,
  );
}

export const listMyAgents = reading('listMyAgents', ({ principal }, base) => ({
  data: agentsOf(base, principal).map((row) => ({
    id: row.grant_id,
    name: row.name,
    scopes: storedScopes.read(row.scopes),
    created_at: instant(row.created_at),
    last_used_at: row.last_used_at === null ? null : instant(row.last_used_at),
  })),
}));

export const deleteMyAgent = stateChange('deleteMyAgent', ({ principal, params }, base) => {
  const grantId = params.id.toLowerCase();
  const personId = personOf(principal);
  return base.state.tx(() => {
    if (!agentsOf(base, principal).some((row) => row.grant_id === grantId))
      throw new ApiError('not_found', 'No program of this id acts for you.');
    revokeGrant(base, { grantId, because: 'by_person', actor: `person:${personId}` });
    return { data: { id: grantId, revoked_at: instant(base.clock.now()) } };
  });
});
