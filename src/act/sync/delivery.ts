// A delivery in the ledger: one revision of a conversion for one destination, and its outcome. Its lane is the destination. Of people it has the
// names of the fields that a platform could match them by, never a value.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ReadBase } from '../../base/base.ts';
import type { Entry, EntryChange, NewEntry } from '../../base/ledger/ledger.ts';
import { ACTION_SOURCES } from '../../providers/conversions/destination.ts';

export const LEDGER = 'conversions';

/**
 * `pending` waits for an attempt; `sent` may have been accepted, and nothing said so. `accepted`, `rejected` (by the destination), `skipped` (never
 * sent, for a reason) and `expired` are final.
 */
export const DELIVERY_STATES = ['pending', 'sent', 'accepted', 'rejected', 'skipped', 'expired'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const money = z.object({ amount: z.string(), currency: z.string() });

const stored = z.object({
  /** As text: it may be beyond what JSON numbers can say. */
  conversion_no: z.string(),
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

export interface Delivery {
  deliveryId: string;
  destinationId: string;
  profileId: string;
  entryNo: number;
  state: DeliveryState;
  createdAt: number;
  updatedAt: number;
  dueAt: number | null;
  content: DeliveryContent;
}

const isState = (state: string): state is DeliveryState => DELIVERY_STATES.some((each) => each === state);

export function deliveryOf({ key, lane = '', profileId, entryNo, state, at, updatedAt, dueAt, body }: Entry): Delivery {
  if (!isState(state)) throw new Error(`the ledger has a delivery in the state ${state}`);
  const dates = { createdAt: at, updatedAt, dueAt: dueAt ?? null };
  return { deliveryId: key, destinationId: lane, profileId, entryNo, state, ...dates, content: stored.parse(body) };
}

/** The same for a revision whenever it is written, so that it is there once. */
export const deliveryIdOf = (destinationId: string, conversionNo: bigint, revision: number): string =>
  uuidOf(createHash('sha256').update(`${destinationId} ${conversionNo} ${revision}`).digest('hex'));

/** A UUID of a digest in hex. */
export const uuidOf = (digest: string): string =>
  [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `8${digest.slice(17, 20)}`, digest.slice(20, 32)].join(
    '-',
  );

export const laneOf = (destinationId: string) => ({ ledger: LEDGER, lane: destinationId });

export function findDelivery(base: ReadBase, profileId: string, deliveryId: string): Delivery | undefined {
  const entry = base.ledger.byKey(LEDGER, profileId, deliveryId);
  return entry && deliveryOf(entry);
}

export const newEntry = (
  { destinationId, profileId, deliveryId }: Pick<Delivery, 'destinationId' | 'profileId' | 'deliveryId'>,
  at: number,
  content: DeliveryContent,
): NewEntry => ({
  ledger: LEDGER,
  profileId,
  key: deliveryId,
  state: 'pending',
  at,
  lane: destinationId,
  dueAt: at,
  body: content,
});

export interface Change {
  state: DeliveryState;
  dueAt?: number | undefined;
  content: Partial<DeliveryContent>;
}

/** As the ledger takes it. Without `dueAt` the delivery has ended. */
export const changeOf = ({ deliveryId, profileId, content }: Delivery, at: number, change: Change): EntryChange => ({
  ledger: LEDGER,
  profileId,
  key: deliveryId,
  state: change.state,
  at,
  body: { ...content, ...change.content },
  ...(change.dueAt === undefined ? {} : { dueAt: change.dueAt }),
});
