// The parts of account/apps for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { listConnectedApps, revokeConnectedApp } from './connected-apps.ts';
import { acceptDpa, listOAuthApps, withdrawDpa } from './dpa.ts';
import { deleteMyAgent, listMyAgents } from './own-agents.ts';

export const slice: Slice = {
  name: 'account/apps',
  handlers: {
    acceptDpa,
    deleteMyAgent,
    listConnectedApps,
    listMyAgents,
    listOAuthApps,
    revokeConnectedApp,
    withdrawDpa,
  },
};
