// What app.ts composes of collect/people: its operations, jobs and hooks. Nobody else imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { erasureJob } from './erasing.ts';
import { eraseCustomer } from './erasures.ts';
import { importCustomers } from './import.ts';
import { createLinkTokens } from './link-tokens.ts';
import { listMerges, undoMerge } from './merges.ts';
import { decideMergeProposal, listMergeProposals } from './proposals.ts';
import { purgePeople } from './purge.ts';
import { identitySignals } from './quality.ts';
import { getRepairScan, repairIdentity } from './repair.ts';
import { scanJob, scanMergeProposals } from './scan.ts';

export const slice: Slice = {
  name: 'collect/people',
  handlers: {
    importCustomers,
    createLinkTokens,
    decideMergeProposal,
    eraseCustomer,
    getRepairScan,
    listMergeProposals,
    listMerges,
    repairIdentity,
    scanMergeProposals,
    undoMerge,
  },
  jobs: [erasureJob, scanJob],
  hooks: { quality: identitySignals, purge: purgePeople },
};
