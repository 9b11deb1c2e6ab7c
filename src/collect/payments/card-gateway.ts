// Payments of a card gateway that is not connected: the operator of the shop reports them, each under the gateway's own reference.

import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { factIntake } from '../../base/contract/operation.ts';
import type { RefusedCall } from '../../base/contract/slice-hooks.ts';
import { microsOf } from '../../base/kit/time/instants.ts';
import {
  acceptEvents,
  countRefusedOutcome,
  type EventInput,
  holdsCardNumber,
  readAmount,
  type Sender,
  senderOf,
} from '../events/index.ts';
import { OF_REVERSALS, unitsOf } from './amounts.ts';

const REFERENCE = /^[A-Za-z0-9](?:[A-Za-z0-9._:/#-]{0,126}[A-Za-z0-9])?$/;
const EVENT_TYPE = 'payment_received';
/** The time by which a gateway's clock may be ahead. */
const SKEW_MS = 600_000;

const keyOf = (gateway: string, reference: string): string => `card_gateway:${gateway}:${reference}`;

/** A reference names a payment at the gateway; a card's number is in no log of ours. */
function checkReference(field: string, reference: string): void {
  if (!REFERENCE.test(reference))
    throw new ApiError(
      'payment_ref_invalid',
      `${field}: must be 1 to 128 letters, digits and . _ : / # -, and begin and end with a letter or digit.`,
    );
  if (holdsCardNumber(reference)) throw new ApiError('payment_ref_invalid', `${field}: contains a card number.`);
}

/** Intake dates what is still to come at its arrival, as a clock that is fast says such things; a gateway that does is mistaken. */
function checkMoment(paidAt: string | undefined, now: number): void {
  if (paidAt !== undefined && microsOf(paidAt) > BigInt(now + SKEW_MS) * 1000n)
    throw new ApiError('validation_error', 'paid_at: is still to come.');
}

/** Intake speaks of an event's fields. */
const inOwnNames = (message: string | undefined): string | undefined =>
  message
    ?.replace(/^value\./, '')
    .replace(/^idempotency_key: used before for an event/, 'payment_ref: used before for a payment')
    .replace(/^installment_of: names the event itself/, 'installment_of_ref: names the payment itself')
    .replace(/^occurred_at\b/, 'paid_at');

/** The hook of calls: a payment that was refused, as the outcome that it would be. */
export function countRefusedPayment(base: ReadBase, call: RefusedCall): void {
  if (call.operationId !== 'createCardGatewayPayment' || typeof call.body !== 'object' || call.body === null) return;
  const { gateway, payment_ref, amount, currency }: Record<string, unknown> = { ...call.body };
  const key = typeof gateway === 'string' && typeof payment_ref === 'string' ? keyOf(gateway, payment_ref) : undefined;
  countRefusedOutcome(base, { ...call, event: { event_type: EVENT_TYPE, idempotency_key: key, value: { amount, currency } } });
}

export const createCardGatewayPayment = factIntake('createCardGatewayPayment', async (call, base) => {
  const { gateway, payment_ref, paid_at, amount, currency, installment_of_ref, ...person } = call.body;
  checkReference('payment_ref', payment_ref);
  if (installment_of_ref !== undefined) checkReference('installment_of_ref', installment_of_ref);
  checkMoment(paid_at, base.clock.now());
  const read = readAmount(amount);
  if (read.refused !== undefined) throw new ApiError('validation_error', `amount: ${read.refused.replace(OF_REVERSALS, '')}.`);
  if (unitsOf(read.amount) === 0n) throw new ApiError('validation_error', 'amount: must be above 0; nothing was paid.');
  const input: EventInput = {
    event_type: EVENT_TYPE,
    idempotency_key: keyOf(gateway, payment_ref),
    value: { amount, currency },
    ...(paid_at === undefined ? {} : { occurred_at: paid_at }),
    ...(installment_of_ref === undefined ? {} : { installment_of: keyOf(gateway, installment_of_ref) }),
    ...person,
  };
  const sender: Sender = { ...senderOf(call.principal), areRefusalsOfCall: true };
  const [accepted] = await acceptEvents(base, call.profile.profileId, [{ input }], 'server', sender);
  if (!accepted || accepted.status === 'rejected')
    throw new ApiError(
      accepted?.error.code ?? 'internal_error',
      inOwnNames(accepted?.error.message) ?? 'The payment has no result.',
    );
  const data = {
    payment_id: accepted.outcome_event_id,
    payment_key: input.idempotency_key as string,
    status: accepted.status,
  };
  return accepted.status === 'created' ? { data, outcome: 'created' } : { data };
});
