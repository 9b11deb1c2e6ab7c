// Connections of an archived profile: nothing is read any more, inside the transaction that archives it, which is audited as one change.
import type { Base } from '../../base/base.ts';

export function archiveConnections(base: Base, { profileIds }: { profileIds: readonly string[] }): Record<string, never> {
  base.state.statement('act/connections/connections_archive').run({ profile_ids: JSON.stringify(profileIds) });
  return {};
}
