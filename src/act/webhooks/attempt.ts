// One attempt of a delivery. Only 200 to 299 is a success; a redirect is not followed and is a failure like any other.
import type { Base } from '../../base/base.ts';
import { machineTime } from '../../base/kit/clock.ts';
import { type OutsideAnswer, OutsideRefusal } from '../../providers/http/guard.ts';
import { webhookTarget } from '../../providers/http/webhook-target.ts';
import type { Attempt, Delivery } from './delivery.ts';
import { sentBody } from './personal.ts';
import { askedPause } from './schedule.ts';
import { signedHeaders, type WebhookSecret } from './secrets.ts';

const ANSWER_BYTES = 16_384;

export interface Attempted {
  delivery: Delivery;
  attempt: Attempt;
  isAccepted: boolean;
  /** The endpoint says that it will never take anything again. */
  isGone: boolean;
  /** Milliseconds for which the endpoint wants nothing. */
  askedPauseMs: number | undefined;
  answer: string | null;
}

interface Endpoint {
  url: string;
  secrets: readonly WebhookSecret[];
}

/** The headers of every delivery. */
export const deliveryHeaders = (...signed: Parameters<typeof signedHeaders>): Record<string, string> => ({
  ...signedHeaders(...signed),
  'content-type': 'application/json',
  'user-agent': 'Tributary-Webhooks/1.0',
});

/** Never throws for what the receiver does. */
export async function attemptDelivery(base: Base, { url, secrets }: Endpoint, delivery: Delivery): Promise<Attempted> {
  const body = sentBody(base, delivery);
  const at = base.clock.now();
  const started = performance.now();
  try {
    const headers = deliveryHeaders(secrets, { id: delivery.key, at: machineTime(base.clock), body });
    const call = { body, headers, maxBytes: ANSWER_BYTES, isBodyCut: true };
    const answer = await webhookTarget(base).send(url, call);
    return {
      delivery,
      ...judged(answer, { at, machineAt: machineTime(base.clock), ms: Math.round(performance.now() - started) }),
    };
  } catch (error) {
    if (!(error instanceof OutsideRefusal)) throw error;
    const attempt = { at, status: null, error: error.message, ms: Math.round(performance.now() - started) };
    return { delivery, attempt, isAccepted: false, isGone: false, askedPauseMs: undefined, answer: null };
  }
}

function judged(
  { status, headers, body }: OutsideAnswer,
  { at, machineAt, ms }: { at: number; machineAt: number; ms: number },
): Omit<Attempted, 'delivery'> {
  const isAccepted = status >= 200 && status <= 299;
  const isRedirect = status >= 300 && status <= 399;
  const error = isAccepted ? null : isRedirect ? `responded ${status}; redirects are not followed` : `responded ${status}`;
  return {
    attempt: { at, status, error, ms },
    isAccepted,
    isGone: status === 410,
    askedPauseMs: askedPause({ status, retryAfter: headers['retry-after'] }, machineAt),
    answer: body.toString('utf8'),
  };
}
