// Exports of the second engine for other slices: the complete build of a profile, and the proof of its figures.
export { type CurrentBuild, currentBuild, identityCheck } from './builds.ts';
export type { TableDifference } from './compare.ts';
export {
  type BuildToRead,
  buildAt,
  chooseEngine,
  type Engine,
  engineOf,
  isFailing,
  noteFailure,
  whyDuckDb,
} from './engines.ts';
export { type Verification, verifyClickHouse } from './verify.ts';
