// What other slices may use of ads: operations of their own that change ads, which are planned, approved, carried out, audited and taken
// back in one way (`adWriteEffect`). How such a plan ended is announced by the hook `adWritesEnded`.
export { type AdWriteOptions, adWriteEffect, type WantedWrites } from './writes/effect.ts';
export type { RaisedHandoff, WantedWrite } from './writes/kinds.ts';
export type { LiveReader } from './writes/live-reader.ts';
export type { StoredPlan, StoredWrite } from './writes/plans.ts';
export { shownWrite } from './writes/shown.ts';
