// Intake of events for other slices, and the enrichment for readers of files.
export { acceptEvents, prepareIntake, type TakenEvent, takeEvents } from './accept.ts';
export { isBot } from './enrich/bots.ts';
export { holdsCardNumber } from './enrich/card-numbers.ts';
export { enrichEvent } from './enrich/enrich.ts';
export { readAmount, readCurrency } from './enrich/money.ts';
export { namesOfSame } from './enrich/origin.ts';
export { acceptReversal } from './enrich/reversal.ts';
export { dealKeyOf } from './enrich/sale.ts';
export { redactEmails } from './enrich/scrubber.ts';
export { tokeniserOf } from './enrich/tokeniser.ts';
export type { EventBody, SpendBody, SpendRow } from './event-body.ts';
export type { EventInput } from './event-input.ts';
export { BEHAVIOUR_TYPES, PAGE_VIEW_TYPES, typeKey } from './event-types.ts';
export { type Generation, generationsOf } from './generations.ts';
export { backfillEvents } from './load/backfill.ts';
export {
  type BackfillOptions,
  type BackfillProgress,
  type BackfillReport,
  type GoodRow,
  loadFile,
  patiently,
} from './load/file-load.ts';
export { type InputRow, inputTaker } from './load/take-inputs.ts';
export type { RejectedRow, Tally } from './load/tally.ts';
export { accountForm, type ResolvedPlatform, resolvePlatform } from './platforms.ts';
export {
  countRefusedOutcome,
  countRefusedRow,
  FILE,
  type RefusedReason,
  reasonOfRow,
  refusedAttempts,
  refusedOutcomes,
  saveRefused,
} from './refused-outcomes.ts';
export { contentHashOf } from './same-content.ts';
export { countFileRows, countRefusedEvents, type Sender, saveSenders, senderOf } from './sender-counts.ts';
export { type BrowserSignals, endOutcomeSignals, eraseSignals, type SignalSource, signalsOf, withSignals } from './signals.ts';
export { callOf, shownSum, wordsOf } from './uncounted.ts';
