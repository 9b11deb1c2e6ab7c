// What others may use of intake: taking events in, and the enrichment for those who read files.
export { acceptEvents, prepareIntake, type TakenEvent, takeEvents } from './accept.ts';
export { backfillEvents } from './backfill.ts';
export { holdsCardNumber } from './card-numbers.ts';
export type { EventBody, SpendBody, SpendRow } from './event-body.ts';
export type { EventInput } from './event-input.ts';
export { BEHAVIOUR_TYPES, typeKey } from './event-types.ts';
export {
  type BackfillOptions,
  type BackfillProgress,
  type BackfillReport,
  type GoodRow,
  loadFile,
  patiently,
  type Tally,
} from './file-load.ts';
export { type Generation, generationsOf } from './generations.ts';
export { parseInstant } from './instants.ts';
export { readAmount, readCurrency } from './money.ts';
export { acceptReversal } from './reversal.ts';
export { contentHashOf } from './same-content.ts';
export { callOf, shownSum, wordsOf } from './uncounted.ts';
