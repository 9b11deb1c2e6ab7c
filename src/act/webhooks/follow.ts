// A follower of the figures with its own cursor: what came in after the last look and is a conversion, a payment or a reversal is announced
// once, in the transaction that moves the cursor. It begins where the first subscription to such types does, and waits at facts whose decisions
// are not in the figures yet: an event is final, so it names the customer.
import { z } from 'zod';
import type { Base, ReadBase } from '../../base/base.ts';
import { announceEvent } from '../../base/contract/announce-event.ts';
import type { SliceEvent } from '../../base/contract/slice-hooks.ts';
import { decimalText, unitsOf } from '../../base/kit/decimals.ts';
import { personId, publicId } from '../../base/kit/ids.ts';
import { statement, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { defineJob, type JobKind, type JobRun } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { cursorsStatement } from '../../credit/pipeline/index.ts';
import { isBehind, settledFigures, unlessBuilding } from '../../credit/progress/index.ts';
import { HISTORY_MS } from './announce.ts';
import { subscriptionsOf, takesType } from './subscription.ts';

const FOLLOWED = ['conversion.created', 'payment.recorded', 'payment.reversed'] as const;
const CURSOR = 'webhooks';
/** Rows of one look, and of one transaction. */
const MAX_ROWS = 500;
/** While the file of the figures is built again. */
const WAIT_MS = 30_000;

type Row = WarehouseRow<'warehouse/act/webhooks/events_after'>;

const isFollowed = (base: ReadBase, profileId: string): boolean =>
  subscriptionsOf(base, profileId).some((each) => each.status === 'active' && FOLLOWED.some((type) => takesType(each, type)));

/**
 * Runs before a subscription becomes active or takes other types: earlier events that no subscription took are not announced. In the caller's
 * transaction.
 */
export function beginFollowing(tx: Base, profileId: string): void {
  if (!isFollowed(tx, profileId)) tx.state.setCursor(CURSOR, profileId, tx.journal.lastSeq(profileId));
}

export const followJob: JobKind<object> = defineJob({
  kind: 'webhook_follow',
  payload: z.object({}),
  concurrencyKey: ({ profileId }) => `webhook_follow ${profileId}`,
  concurrency: 2,
  leaseSeconds: 120,
  retry: { attempts: 20, maxPauseMs: 600_000 },
  failureText: 'new conversions and payments could not be announced to webhooks; the service retries automatically',
  run: follow,
});

/** When figures have new facts; inside the transaction that records it. */
export function followFigures(tx: Base, profileId: string): void {
  if (isFollowed(tx, profileId)) addJob(tx, followJob, { profileId, payload: {}, dedupeKey: profileId });
}

/** Under a key of its own, so that it delays no look at new figures. */
const followLater = (tx: Base, profileId: string): void =>
  void addJob(tx, followJob, {
    profileId,
    payload: {},
    dedupeKey: `${profileId} again`,
    runAt: tx.clock.now() + WAIT_MS,
  });

/** Facts after the cursor whose decisions are in the figures; undefined while the file is built again. */
async function readRows(base: Base, profileId: string, after: bigint): Promise<{ upTo: bigint; rows: Row[] } | undefined> {
  const settled = await settledFigures(base, profileId);
  if (!settled) return undefined;
  const { throughSeq: upTo, position } = settled;
  if (after >= upTo) return { upTo, rows: [] };
  const since = new Date(base.clock.now() - HISTORY_MS).toISOString().slice(0, -1);
  const events = statement('warehouse/act/webhooks/events_after', { after, up_to: upTo, since, limit: MAX_ROWS });
  const read = await unlessBuilding(() => base.warehouse.queryEach({ profileId }, [cursorsStatement, events]));
  return !read || isBehind(read[0], position) ? undefined : { upTo, rows: read[1] };
}

async function follow(base: Base, job: JobRun<object>): Promise<void> {
  const { profileId, signal } = job;
  while (!signal.aborted && isFollowed(base, profileId)) {
    const after = base.state.cursor(CURSOR, profileId);
    const found = await readRows(base, profileId, after);
    if (!found) return job.finish(() => followLater(base, profileId));
    const { upTo, rows } = found;
    if (after >= upTo) return;
    const last = rows.at(-1);
    const isWhole = rows.length < MAX_ROWS || last === undefined;
    // The facts of the last row may have more rows: they are read again.
    const complete = isWhole || rows[0]?.seq === last.seq ? rows : rows.filter(({ seq }) => seq < last.seq);
    const reached = isWhole ? upTo : (complete.at(-1)?.seq ?? upTo);
    base.state.tx(() => {
      // Another process may have begun at a later position since.
      if (base.state.cursor(CURSOR, profileId) !== after) return;
      for (const row of complete) announceEvent(base, eventOf(profileId, row));
      base.state.setCursor(CURSOR, profileId, reached);
    });
  }
}

const amountOf = (amount: string | null): string | null => (amount === null ? null : decimalText(unitsOf(amount, 6), 6));

function eventOf(profileId: string, row: Row): SliceEvent {
  const { type, seq, event_type, currency } = row;
  const fact = publicId('fact', profileId, seq);
  const paid = {
    event_type,
    customer_profile_id: row.person_key > 0n ? personId(profileId, row.person_key) : null,
    amount: amountOf(row.amount),
    currency,
  };
  const occurredAt = Date.parse(`${row.occurred_at}${row.occurred_at.endsWith('Z') ? '' : 'Z'}`);
  const event = { type, profileId, occurredAt, customerNo: row.person_key > 0n ? row.person_key : undefined };
  const payment = row.payment_seq === null ? null : publicId('fact', profileId, row.payment_seq);
  if (type === 'payment.recorded') return { ...event, key: fact, data: { payment_id: fact, first_payment_id: payment, ...paid } };
  if (type === 'payment.reversed') return { ...event, key: fact, data: { refund_id: fact, payment_id: payment, ...paid } };
  const conversion = publicId('conversion', profileId, row.conversion_no ?? 0n);
  const { definition_key: goal, revenue_type, is_attributed } = row;
  const data = { conversion_id: conversion, outcome_event_id: fact, goal, revenue_type, is_attributed, ...paid };
  return { ...event, key: conversion, data };
}
