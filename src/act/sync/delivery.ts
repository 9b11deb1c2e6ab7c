// A delivery in the ledger: one revision of a conversion for one destination, and its outcome. Its lane is the destination. Of people it has the
// names of the fields that a platform could match them by, never a value.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ReadBase } from '../../base/base.ts';
import {
  changeEntry,
  type Deliveries,
  DUE,
  findRow,
  MAYBE_DUE,
  NEVER_DUE,
  type NextOf,
  type Row,
  rowShape,
} from '../../base/deliver/rows.ts';
import type { EntryChange } from '../../base/ledger/ledger.ts';
import { ACTION_SOURCES } from '../../providers/conversions/destination.ts';

const money = z.object({ amount: z.string(), currency: z.string() });

const stored = z.object({
  /** As text: it may be beyond what JSON numbers can say. */
  conversion_no: z.string().regex(/^\d+$/),
  /** As the reports name it. */
  conversion_id: z.string(),
  conversion_key: z.string(),
  event_id: z.string(),
  revision: z.number(),
  kind: z.enum(['conversion', 'restatement', 'retraction']),
  occurred_at: z.number(),
  reason: z.string().nullable(),
  action_source: z.enum(ACTION_SOURCES).nullable(),
  match_keys: z.array(z.string()),
  attempts: z.number(),
  provider_request_id: z.string().nullable(),
  /** The last attempt. */
  sent_at: z.number().nullable(),
  /** The first attempt whose end is unknown. */
  first_tried_at: z.number().nullable(),
  /** The destination has the request and decides later. */
  is_confirmed_later: z.boolean().default(false),
  /** How many deliveries that request has; 0 is not known. */
  request_events: z.number().default(0),
  /** As it was sent. */
  value: money.nullable(),
});
export type DeliveryContent = z.infer<typeof stored>;

const withReason = stored.extend({ reason: z.string() });

/**
 * `pending` waits for an attempt; `sent` may have been accepted, and nothing said so: it is sent again, or asked about, while it is due. `accepted`,
 * `rejected` (by the destination), `skipped` (never sent, for a reason that may be looked at again) and `expired` are final.
 */
const shape = z.discriminatedUnion('state', [
  rowShape('pending', DUE, stored),
  rowShape('sent', MAYBE_DUE, stored),
  rowShape('accepted', NEVER_DUE, stored),
  rowShape('rejected', NEVER_DUE, withReason),
  rowShape('skipped', MAYBE_DUE, withReason),
  rowShape('expired', NEVER_DUE, withReason),
]);
export type Delivery = z.infer<typeof shape>;
export type DeliveryState = Delivery['state'];
export type Next = NextOf<Delivery>;

export const deliveries: Deliveries<Delivery> = {
  ledger: 'conversions',
  states: ['pending', 'sent', 'accepted', 'rejected', 'skipped', 'expired'],
  shape,
};

/** The same for a revision whenever it is written, so that it is there once. */
export const deliveryIdOf = (destinationId: string, conversionNo: bigint, revision: number): string =>
  uuidOf(createHash('sha256').update(`${destinationId} ${conversionNo} ${revision}`).digest('hex'));

/** A UUID of a digest in hex. */
export const uuidOf = (digest: string): string =>
  [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`, digest.slice(20, 32)].join(
    '-',
  );

export const findDelivery = (base: ReadBase, profileId: string, deliveryId: string): Delivery | undefined =>
  findRow(base, deliveries, profileId, deliveryId);

export const changeOf = (delivery: Pick<Row, 'key' | 'profileId'>, at: number, next: Next): EntryChange =>
  changeEntry(deliveries.ledger, delivery, at, next);
