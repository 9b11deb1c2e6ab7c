// What others may use of intake: taking events in, and the enrichment for those who read files.
import type { Slice } from '../../base/contract/operation.ts';
import { collectEvents } from './collect.ts';
import { createEvent, createEventBatch } from './events.ts';

export { type AcceptedEvent, acceptEvents, type EventRow } from './accept.ts';
export { backfillEvents } from './backfill.ts';
export { type CollectClient, collectEvents } from './collect.ts';
export { enrichEvent, LIMITS, outcomeNumber } from './enrich.ts';
export type { EventBody, OriginParts, SpendBody, SpendRow } from './event-body.ts';
export type { EnrichContext, EventInput, Tokeniser, UserTraits } from './event-input.ts';
export {
  type BackfillOptions,
  type BackfillProgress,
  type BackfillReport,
  type GoodRow,
  loadFile,
  patiently,
  type Tally,
} from './file-load.ts';
export { readAmount, readCurrency } from './money.ts';
export { tokeniserOf } from './tokeniser.ts';

export const slice: Slice = { name: 'collect/events', handlers: { collectEvents, createEvent, createEventBatch } };
