// The parts of act/ads for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { listAds } from './ads.ts';
import { listAdChanges } from './changes/ad-changes.ts';
import { duplicateAndSwapAd, pauseAd, resumeAd, setAdSetBudget } from './operations.ts';
import { applyUrlTags, getUrlTags, undoUrlTags } from './url-tags.ts';
import { approvalKind } from './writes/approvals.ts';
import { adPlaceFault } from './writes/place-fault.ts';

export const slice: Slice = {
  name: 'act/ads',
  handlers: {
    duplicateAndSwapAd,
    listAdChanges,
    listAds,
    pauseAd,
    resumeAd,
    setAdSetBudget,
    applyUrlTags,
    getUrlTags,
    undoUrlTags,
  },
  hooks: { handoffs: { approval: approvalKind }, adPlaceFault },
};
