// A delivery in the ledger: its bytes, its attempts and its outcome. Its key is the webhook-id; its lane is the subscription.
import { z } from 'zod';
import type { ReadBase } from '../../base/base.ts';
import {
  changeEntry,
  type Deliveries,
  DUE,
  findRow,
  NEVER_DUE,
  type NextOf,
  type Row,
  rowShape,
} from '../../base/deliver/rows.ts';
import type { EntryChange } from '../../base/ledger/ledger.ts';

const attempt = z.object({
  at: z.number(),
  /** The status of the response; null where there was none. */
  status: z.number().nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  ms: z.number(),
});
export type Attempt = z.infer<typeof attempt>;

const stored = z.object({
  type: z.string(),
  occurred_at: z.number(),
  /** The bytes that are sent. */
  body: z.string(),
  attempts: z.array(attempt),
  /** Attempts since it was queued, or sent again by hand: the schedule counts these. */
  tries: z.number(),
  /** The start of the last response. */
  answer: z.string().nullable(),
  /** Why it was cancelled. */
  reason: z.string().nullable(),
});
export type DeliveryBody = z.infer<typeof stored>;

const tried = stored.extend({ attempts: z.tuple([attempt], attempt) });

/** `pending` until one of the others. */
const shape = z.discriminatedUnion('state', [
  rowShape('pending', DUE, stored),
  rowShape('delivered', NEVER_DUE, tried),
  rowShape('exhausted', NEVER_DUE, tried),
  rowShape('cancelled', NEVER_DUE, stored.extend({ reason: z.string() })),
]);
export type Delivery = z.infer<typeof shape>;
export type DeliveryState = Delivery['state'];
export type Next = NextOf<Delivery>;

export const deliveries: Deliveries<Delivery> = {
  ledger: 'webhooks',
  states: ['pending', 'delivered', 'exhausted', 'cancelled'],
  shape,
};

export const findDelivery = (base: ReadBase, profileId: string, messageId: string): Delivery | undefined =>
  findRow(base, deliveries, profileId, messageId);

/** An erasure during an attempt changes the bytes; the receiver may have answered with the earlier ones. */
const KEPT = { path: '$.body', ends: '$.answer' };

export const changeOf = (delivery: Pick<Row, 'key' | 'profileId'>, at: number, next: Next): EntryChange =>
  changeEntry(deliveries.ledger, delivery, at, next, KEPT);
