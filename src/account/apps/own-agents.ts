// The programs that act for a person, listed and ended by that person alone, in every workspace.

import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Principal, reading, stateChange } from '../../base/contract/operation.ts';
import { revokeGrant } from './grants.ts';
import { storedScopes } from './stored.ts';

const instant = (at: number): string => new Date(at).toISOString();

/** A session always has a person. */
const personOf = ({ personId }: Principal): string => personId ?? '';

function agentsOf(base: ReadBase, personId: string) {
  const now = base.clock.now();
  return base.state.statement('account/apps/live_agents_list').all({ workspace_id: null, person_id: personId, now });
}

export const listMyAgents = reading('listMyAgents', ({ principal }, base) => ({
  data: agentsOf(base, personOf(principal)).map((row) => ({
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
    if (!agentsOf(base, personId).some((row) => row.grant_id === grantId))
      throw new ApiError('not_found', 'No program of this id acts for you.');
    revokeGrant(base, { grantId, because: 'by_person', actor: `person:${personId}` });
    return { data: { id: grantId, revoked_at: instant(base.clock.now()) } };
  });
});
