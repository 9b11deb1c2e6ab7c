// The parts of collect/identity for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { erasureJob } from './erasure/erasing.ts';
import { eraseCustomer } from './erasure/erasures.ts';
import { importCustomers } from './import.ts';
import { createLinkTokens } from './links/link-tokens.ts';
import { decideMergeProposal, listMergeProposals, newProposals } from './matching/proposals.ts';
import { respelledSchedule, scanJob, scanMergeProposals } from './matching/scan.ts';
import { exportCustomerData } from './person-file.ts';
import { purgePeople } from './purge.ts';
import { identitySignals } from './quality.ts';
import { getRetention, putRetention } from './retention/operations.ts';
import { retentionJob, retentionSchedule } from './retention/run.ts';
import { listMerges, undoMerge } from './stitching/merges.ts';
import { getRepairScan, repairIdentity } from './stitching/repair.ts';

export const slice: Slice = {
  name: 'collect/identity',
  handlers: {
    importCustomers,
    createLinkTokens,
    decideMergeProposal,
    eraseCustomer,
    exportCustomerData,
    getRetention,
    putRetention,
    getRepairScan,
    listMergeProposals,
    listMerges,
    repairIdentity,
    scanMergeProposals,
    undoMerge,
  },
  jobs: [erasureJob, respelledSchedule, retentionJob, retentionSchedule, scanJob],
  hooks: { quality: identitySignals, purge: purgePeople, newItems: { identity: newProposals } },
};
