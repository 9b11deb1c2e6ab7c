// Refunds that are accepted and that the figures do not know yet: in the journal, after the last fact that has landed.
import { z } from 'zod';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Fact } from '../../base/journal/journal.ts';
import { readJson } from '../../base/kit/stored-json.ts';
import { unitsOf } from './amounts.ts';

const PAGE = 1000;
/** A payment is a small question: behind more facts than this the caller waits. */
const MAX = 10_000n;

export interface Refunded {
  seq: bigint;
  /** In millionths. */
  units: bigint;
}

const refund = z.object({
  refund_of_key: z.string().optional(),
  value_amount: z.string().optional(),
  currency: z.string().optional(),
});

function refundOf({ trust, body, seq }: Fact, refundOfKey: string, currency: string): Refunded[] {
  if (trust !== 'server' || !body.includes(refundOfKey)) return [];
  const { refund_of_key, value_amount, currency: ofRefund } = readJson('the body of an event', refund, body);
  if (refund_of_key !== refundOfKey || value_amount === undefined || ofRefund !== currency) return [];
  return [{ seq, units: unitsOf(value_amount) }];
}

/**
 * The movements of one payment, in its currency, after a fact that has landed.
 * @throws ApiError `service_unavailable` where too much waits, or some of it is sealed already.
 */
export function uncomputedRefunds(
  base: ReadBase,
  profileId: string,
  { after, refundOfKey, currency }: { after: bigint; refundOfKey: bigint; currency: string },
): Refunded[] {
  const last = base.journal.lastSeq(profileId);
  const found: Refunded[] = [];
  for (let reached = after; reached < last; ) {
    const facts = base.journal.read(profileId, reached, PAGE);
    if (last - after > MAX || facts[0]?.seq !== reached + 1n)
      throw new ApiError('service_unavailable', 'Facts that may be refunds of this payment are being computed.', {}, 5);
    found.push(...facts.flatMap((fact) => refundOf(fact, refundOfKey.toString(), currency)));
    reached = facts.at(-1)?.seq ?? last;
  }
  return found;
}
