// Exports of ads for other slices: `adWriteEffect` makes an operation that changes ads, whose changes are planned, approved, carried out, audited and
// undone in one way. The hook `adWritesEnded` announces the end of a plan.
export { type ChangedAd, changesByOthers } from './changes/others.ts';
export { type AdWriteOptions, adWriteEffect, type WantedWrites } from './writes/effect.ts';
export type { OfAccount, RaisedHandoff, WantedWrite } from './writes/kinds.ts';
export type { LiveReader } from './writes/live-reader.ts';
export type { StoredPlan, StoredWrite } from './writes/plans.ts';
export { shownWrite } from './writes/shown.ts';
