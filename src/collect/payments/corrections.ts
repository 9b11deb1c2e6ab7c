// A merchant's corrections of one payment: the payment meant, one correction at a time, and the wait until the figures include it.
import { setTimeout as pause } from 'node:timers/promises';
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Principal, ProfileRef } from '../../base/contract/operation.ts';
import { numberOf } from '../../base/kit/ids.ts';
import type { DecisionKind } from '../../base/state/decisions.ts';
import type { PaymentRow } from './payments.ts';
import { readPayments } from './payments.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LOOK_EVERY_MS = 25;

/** One call after another in a profile: the state of a payment is valid only until the correction is written. */
export const underPaymentMutex = <T>({ profile }: { profile: ProfileRef }, base: ReadBase, work: () => Promise<T>): Promise<T> =>
  base.mutex('collect/payments', profile.profileId, work);

/** The payment behind an id, as `payments_list` has it. */
export async function paymentOf(base: ReadBase, profileId: string, paymentId: string): Promise<PaymentRow> {
  if (!UUID.test(paymentId)) throw new ApiError('payment_ref_invalid', 'payment_id: is no id that GET /payments lists.');
  const seq = numberOf('fact', profileId, paymentId);
  if (seq === undefined || seq > base.journal.lastSeq(profileId)) throw new ApiError('not_found', 'There is no such payment.');
  const [row] = await readPayments(base, profileId, { payment_seq: seq, limit: 1 });
  if (row) return row;
  if (seq > base.state.cursor('landed', profileId))
    throw new ApiError('service_unavailable', 'The payment was just reported and is being computed.', {}, 2);
  throw new ApiError('not_found', 'There is no such payment.');
}

/** Waits until the live figures know a decision; false when they do not in time. */
export async function isKnownWithin(base: ReadBase, profileId: string, decisionNo: bigint, patienceMs: number): Promise<boolean> {
  const until = performance.now() + patienceMs;
  base.signals.emit('decisions', profileId);
  while (base.state.cursor('landed_decision', profileId) < decisionNo) {
    if (performance.now() >= until) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
}

export interface PaymentCorrection {
  kind: DecisionKind;
  /** Public id of the payment. */
  subject: string;
  payload: Record<string, unknown>;
  action: string;
  detail: Record<string, unknown>;
}

/** One decision with its audit, in one transaction with the current value that `keep` writes. Answers its number. */
export function correctPayment(
  base: Base,
  { principal, profile }: { principal: Principal; profile: ProfileRef },
  { kind, subject, payload, action, detail }: PaymentCorrection,
  keep: (decisionNo: bigint) => void,
): bigint {
  const { profileId, workspaceId } = profile;
  const actor = actorOf(principal);
  const decisionNo = base.state.tx(() => {
    const afterSeq = base.journal.lastSeq(profileId);
    const decided = base.state.decide({
      profileId,
      kind,
      afterSeq,
      subject,
      payload,
      actor,
      decidedAt: base.clock.now(),
    });
    keep(decided);
    writeAudit(base, { actor, action, workspaceId, profileId, subject, detail });
    return decided;
  });
  base.signals.emit('decisions', profileId);
  return decisionNo;
}
