// The programs that a person lets act for them, seen and ended by that person alone, whatever the workspace.

import type { Base } from '../../base/base.ts';
import { revokeGrant } from './grants.ts';
import { storedScopes } from './stored.ts';

export interface OwnAgent {
  grantId: string;
  /** As the program calls itself. */
  name: string;
  scopes: string[];
  createdAt: number;
  lastUsedAt: number | null;
}

/** Those of which some token may still be used, the oldest first. */
export function agentsOf(base: Base, personId: string): OwnAgent[] {
  const rows = base.state
    .statement('account/apps/live_agents_list')
    .all({ workspace_id: null, person_id: personId, now: base.clock.now() });
  return rows.map((row) => ({
    grantId: row.grant_id,
    name: row.name,
    scopes: storedScopes.read(row.scopes),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** Ends one of the person's own; false for what is no agent of theirs, or ended already. */
export function endAgentOf(base: Base, { personId, grantId }: { personId: string; grantId: string }): boolean {
  if (!agentsOf(base, personId).some((agent) => agent.grantId === grantId)) return false;
  revokeGrant(base, { grantId, because: 'by_person', actor: `person:${personId}` });
  return true;
}
