// Webhooks of Stripe: signed with the endpoint's secret, its whole text, over time and body.
import { parseJson } from '../http/json.ts';
import type { HookKey, HookMessage, HookRequest } from '../record-source.ts';
import type { Secret } from '../secret.ts';
import { headerOf, hmacOf, isRecent, isSameText } from '../signatures.ts';
import { event } from './shapes.ts';

/** Events that change the money of a charge. */
export const EVENT_TYPES = [
  'charge.succeeded',
  'charge.captured',
  'charge.updated',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
];

/** True if one of the signatures of the present scheme is right, and its time is near ours. */
export function isSignedByStripe(header: string | undefined, body: Buffer, secret: Secret, now: number): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const valuesOf = (name: string): string[] => parts.flatMap(([each, value]) => (each === name && value ? [value] : []));
  const [time] = valuesOf('t');
  if (time === undefined || !/^\d{1,12}$/.test(time) || !isRecent(Number(time) * 1000, now)) return false;
  const wanted = hmacOf(secret, Buffer.concat([Buffer.from(`${time}.`), body]), 'hex');
  return valuesOf('v1').filter((signature) => isSameText(signature, wanted)).length > 0;
}

export function readStripeHook({ headers, body }: HookRequest, { secret, now }: HookKey): HookMessage[] | undefined {
  const isSigned = secret !== undefined && isSignedByStripe(headerOf(headers, 'stripe-signature'), body, secret, now);
  if (!isSigned) return undefined;
  const sent = event.safeParse(parseJson(body.toString())).data;
  // Events of test mode, and of kinds that name no charge.
  if (!sent?.livemode) return [];
  const id = chargeOf(sent.data.object);
  return id === undefined ? [] : [{ ref: { type: 'sale', id } }];
}

export const chargeOf = ({ object, id, charge }: { object: string; id?: string | undefined; charge?: string | undefined }) =>
  object === 'charge' ? id : charge;
