// A reversal whose payment is known by its number in the warehouse, not by the key it was sent under.

import type { IntakeBase } from '../../../base/base.ts';
import type { Appended } from '../../../base/journal/journal.ts';
import { jsonObject, readJson } from '../../../base/kit/stored-json.ts';
import { enrichEvent } from './enrich.ts';
import { tokeniserOf } from './tokeniser.ts';

export interface Reversal {
  /** Names this reversal for ever. */
  key: string;
  /** `outcome_key` of the payment in the warehouse. */
  refundOfKey: bigint;
  amount: string;
  currency: string;
  /** ISO 8601; now when absent. */
  occurredAt: string | undefined;
}

/**
 * Takes a reversal in. The same key again is a `duplicate`, and with another amount or time sent a `conflict`.
 * @throws JournalRefusal when nothing was accepted.
 */
export async function acceptReversal(base: IntakeBase, profileId: string, reversal: Reversal): Promise<Appended> {
  const { key, refundOfKey, amount, currency, occurredAt } = reversal;
  const context = { profileId, receivedAt: base.clock.now(), trust: 'server' as const, tokens: tokeniserOf(base, profileId) };
  const sent = { event_type: 'refund', idempotency_key: key, value: { amount, currency } };
  const input = occurredAt === undefined ? sent : { ...sent, occurred_at: occurredAt };
  const fact = enrichEvent(input, context);
  const body = { ...readJson('the body of a refund', jsonObject, fact.body), refund_of_key: refundOfKey.toString() };
  const [appended] = await base.journal.append([{ ...fact, body: JSON.stringify(body) }]);
  base.signals.emit('facts', profileId);
  return appended as Appended;
}
