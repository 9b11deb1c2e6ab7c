// A delivery in the ledger: its bytes, its attempts and its outcome. Its key is the webhook-id; its lane is the subscription.
import { z } from 'zod';
import type { ReadBase } from '../../base/base.ts';
import type { Entry, EntryChange } from '../../base/ledger/ledger.ts';

export const LEDGER = 'webhooks';

/** `pending` until one of the others. */
export const DELIVERY_STATES = ['pending', 'delivered', 'exhausted', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

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

export interface Delivery {
  messageId: string;
  subscriptionId: string;
  profileId: string;
  entryNo: number;
  state: DeliveryState;
  createdAt: number;
  updatedAt: number;
  dueAt: number | null;
  content: DeliveryBody;
}

const isState = (state: string): state is DeliveryState => DELIVERY_STATES.some((each) => each === state);

export function deliveryOf({ key, lane = '', profileId, entryNo, state, at, updatedAt, dueAt, body }: Entry): Delivery {
  if (!isState(state)) throw new Error(`the ledger has a delivery in the state ${state}`);
  const dates = { createdAt: at, updatedAt, dueAt: dueAt ?? null };
  return { messageId: key, subscriptionId: lane, profileId, entryNo, state, ...dates, content: stored.parse(body) };
}

export const laneOf = (subscriptionId: string) => ({ ledger: LEDGER, lane: subscriptionId });

export function findDelivery(base: ReadBase, profileId: string, messageId: string): Delivery | undefined {
  const entry = base.ledger.byKey(LEDGER, profileId, messageId);
  return entry && deliveryOf(entry);
}

/** An erasure during an attempt changes the bytes; the receiver may have answered with the earlier ones. */
const KEPT = { path: '$.body', ends: '$.answer' };

/** As the ledger takes it; `at` is when it changed. */
export const changeOf = (
  { messageId, profileId }: Delivery,
  { state, at, dueAt, content }: { state: DeliveryState; at: number; dueAt?: number | undefined; content: DeliveryBody },
): EntryChange => ({
  ledger: LEDGER,
  profileId,
  key: messageId,
  state,
  at,
  body: content,
  keeps: KEPT,
  ...(dueAt === undefined ? {} : { dueAt }),
});
