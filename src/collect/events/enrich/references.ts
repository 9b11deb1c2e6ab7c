// The identity and the references of an event: the key of an outcome, the payments it names, and the hash that finds a repeat.
import { key62 } from '../../../base/kit/ids.ts';
import type { EnrichContext } from '../event-input.ts';
import { LIMITS, type Reading, refused } from '../reading.ts';

interface References {
  outcomeKey?: Uint8Array;
  refundOf?: Uint8Array;
  installmentOf?: Uint8Array;
}

/**
 * The outcome's identity and the payment it refers to. Only a server names outcomes: a holder of the public tracking key
 * could otherwise take the key of a payment to come, or reverse one.
 */
export function referencesOf(reading: Reading, context: EnrichContext, hasValue: boolean): References {
  const { event, strict } = reading;
  const opaque = (field: 'idempotency_key' | 'refund_of' | 'installment_of'): string | undefined =>
    reading.opaque(field, event[field], LIMITS[field]);
  const key = opaque('idempotency_key');
  const refundOf = opaque('refund_of');
  const installmentOf = opaque('installment_of');
  if (!strict) {
    if (refundOf !== undefined || installmentOf !== undefined) reading.flags.add('reference_dropped');
    return {};
  }
  if (hasValue && key === undefined) throw refused('idempotency_key', 'is required when the event carries a value');
  if (refundOf !== undefined && !hasValue) throw refused('value', 'is required with refund_of: the refunded amount');
  if (refundOf !== undefined && installmentOf !== undefined) throw refused('refund_of', 'cannot be combined with installment_of');
  if (key !== undefined && (key === refundOf || key === installmentOf))
    throw refused(key === refundOf ? 'refund_of' : 'installment_of', 'names the event itself');
  const hash = (text: string): Uint8Array => context.tokens.tokenBytes('outcome', text);
  return {
    ...(key === undefined ? {} : { outcomeKey: hash(key) }),
    ...(refundOf === undefined ? {} : { refundOf: hash(refundOf) }),
    ...(installmentOf === undefined ? {} : { installmentOf: hash(installmentOf) }),
  };
}

/**
 * The text that identifies a repeat of this event at landing. Ids of browsers have a namespace of their own: a holder of the public
 * tracking key could otherwise send the id of a server's event first, and the server's would be dropped. An outcome with a
 * key of its own has none: the journal contains its key once, so nothing else may ever drop it.
 */
export function dedupeTextOf(reading: Reading, isKeyedOutcome: boolean): string | undefined {
  const { event, strict } = reading;
  const eventId = reading.opaque('event_id', event.event_id, LIMITS.event_id);
  if (strict) return eventId === undefined || isKeyedOutcome ? undefined : `event:${eventId}`;
  if (eventId !== undefined) return `browser-event:${eventId}`;
  // A browser's outcome has no identity of its own; its key only spares it from counting twice.
  const key = reading.opaque('idempotency_key', event.idempotency_key, LIMITS.idempotency_key);
  return key === undefined ? undefined : `browser-key:${key}`;
}

/** The number under which the warehouse knows an outcome. */
export const outcomeNumber = (outcomeKey: Uint8Array): bigint => key62(`outcome:${Buffer.from(outcomeKey).toString('hex')}`);
