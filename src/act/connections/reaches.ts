// Accounts at providers that a profile is connected to: for the operator of an installation to which it comes.
import type { Reach, ReachState } from '../../base/contract/slice-hooks.ts';

export const connectionReaches = (state: ReachState, profileId: string): Reach[] =>
  state
    .statement('act/connections/connections_list')
    .all({ profile_id: profileId })
    .map(({ connection_id, provider, status }) => ({ kind: 'connection', id: connection_id, what: `${provider}, ${status}` }));
