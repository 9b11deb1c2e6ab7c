// Announces events to subscribers, from any slice: inside the transaction of what is announced, so that both are there
// or neither.
import type { Base } from '../base.ts';
import { hooksOf } from './hooks.ts';
import type { SliceEvent } from './slice-hooks.ts';

/** Inside the caller's transaction. Announcing an event of the same key again changes nothing. */
export function announceEvent(tx: Base, event: SliceEvent): void {
  if (!tx.state.isInTransaction()) throw new Error(`${event.type}: is announced outside of a transaction`);
  for (const { events } of hooksOf(tx)) events?.(tx, event);
}
