// The part of Stripe's API that checkouts need: sessions of its hosted checkout, subscriptions, its customer portal. The API version
// is pinned, and no answer is trusted further than the fields that shapes.ts reads.
import type { z } from 'zod';
import type { Config } from '../../base/config/config.ts';
import { ProviderClient, type ProviderRequest } from '../http/client.ts';
import { apiErrorOf, ProviderFailure } from '../http/failure.ts';
import { stripeErrorCode, stripeErrors } from './errors.ts';
import { createdSession, portalSession, sessionState, subscriptionState } from './shapes.ts';

const VERSION = '2024-06-20';
const NAME = 'The payment processor';
/** A person waits for each call. */
const ATTEMPTS = 2;
/** Many times what any answer has. */
const MAX_BYTES = 1024 * 1024;

type StripeConfig = Pick<Config, 'stripeSecretKey' | 'stripeApiUrl' | 'stripePriceGrowth' | 'stripePriceAgency'>;

export interface NewCheckout {
  price: string;
  /** Our id of the checkout. */
  reference: string;
  customer?: string | undefined;
  successUrl: string;
  cancelUrl: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  idempotencyKey: string;
}

export type CheckoutState = z.infer<typeof sessionState>;
/** `status` in Stripe's words: active, trialing, past_due, unpaid, canceled, … */
export type StripeSubscription = z.infer<typeof subscriptionState>;

/** Every method throws an ApiError `provider_error`: 503 where trying later may help, else 502. */
export interface Stripe {
  /** The price of a plan; undefined where none is configured. */
  priceOf(plan: string): string | undefined;
  /** The plan of a price; undefined for one that is not configured. */
  planOfPrice(price: string | null): 'growth' | 'agency' | undefined;
  createCheckout(checkout: NewCheckout): Promise<{ id: string; url: string }>;
  checkout(id: string): Promise<CheckoutState>;
  /** Undefined where Stripe does not know the session, as when its key belongs to another account by now. */
  findCheckout(id: string): Promise<CheckoutState | undefined>;
  /** Ends the session, so that it cannot be paid any more; one that has ended is left as it is. */
  expireCheckout(id: string): Promise<void>;
  subscription(id: string): Promise<StripeSubscription>;
  /** At once, with a credit for what was paid ahead; one that is gone already is left as it is. */
  cancelSubscription(id: string): Promise<void>;
  createPortal(portal: { customer: string; returnUrl: string }): Promise<{ url: string }>;
}

/** Undefined where no key is configured. @param timeoutMs How long to wait for an answer; 10 seconds where nothing is said. */
export function createStripe(config: StripeConfig, timeoutMs?: number): Stripe | undefined {
  const { stripeSecretKey: key, stripeApiUrl, stripePriceGrowth, stripePriceAgency } = config;
  if (key === undefined) return undefined;
  const prices: Record<string, string | undefined> = { growth: stripePriceGrowth, agency: stripePriceAgency };
  const client = new ProviderClient({
    provider: 'stripe',
    baseUrl: `${stripeApiUrl.replace(/\/$/, '')}/v1`,
    headers: { authorization: `Bearer ${key}`, 'stripe-version': VERSION },
    errors: stripeErrors,
    errorCodeOf: stripeErrorCode,
    requestIdHeader: 'request-id',
    attempts: ATTEMPTS,
    maxBytes: MAX_BYTES,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return {
    priceOf: (plan) => prices[plan],
    planOfPrice: (price) => (['growth', 'agency'] as const).find((plan) => price !== null && prices[plan] === price),
    createCheckout: async (checkout) => {
      const { idempotencyKey } = checkout;
      const request = { method: 'POST', path: 'checkout/sessions', form: checkoutForm(checkout), idempotencyKey } as const;
      const { id, url } = await ask(client, request, createdSession);
      return { id, url: requirePageUrl(url, stripeApiUrl) };
    },
    checkout: (id) => ask(client, sessionRequest(id), sessionState),
    findCheckout: (id) => unlessOver(client.json(sessionRequest(id), sessionState), ['not_found']),
    expireCheckout: async (id) => {
      const path = `checkout/sessions/${encodeURIComponent(id)}/expire`;
      await unlessOver(client.send({ method: 'POST', path, form: {}, isRepeatable: true }), ['not_found', 'rejected']);
    },
    subscription: (id) => ask(client, { method: 'GET', path: `subscriptions/${encodeURIComponent(id)}` }, subscriptionState),
    cancelSubscription: async (id) => {
      const path = `subscriptions/${encodeURIComponent(id)}`;
      await unlessOver(client.send({ method: 'DELETE', path, form: { prorate: 'true' }, isRepeatable: true }), ['not_found']);
    },
    createPortal: async ({ customer, returnUrl }) => {
      const form = { customer, return_url: returnUrl };
      const { url } = await ask(client, { method: 'POST', path: 'billing_portal/sessions', form }, portalSession);
      return { url: requirePageUrl(url, stripeApiUrl) };
    },
  };
}

const sessionRequest = (id: string): ProviderRequest => ({ method: 'GET', path: `checkout/sessions/${encodeURIComponent(id)}` });

const checkoutForm = ({ price, reference, customer, successUrl, cancelUrl, expiresAt }: NewCheckout): Record<string, string> => ({
  mode: 'subscription',
  'line_items[0][price]': price,
  'line_items[0][quantity]': '1',
  client_reference_id: reference,
  success_url: successUrl,
  cancel_url: cancelUrl,
  expires_at: String(Math.floor(expiresAt / 1000)),
  ...(customer === undefined ? {} : { customer }),
});

async function ask<Shape extends z.ZodType>(
  client: ProviderClient,
  request: ProviderRequest,
  shape: Shape,
): Promise<z.infer<Shape>> {
  return client.json(request, shape).catch(refuse);
}

/** The refusal of our interface for a failure of Stripe. */
function refuse(error: unknown): never {
  throw error instanceof ProviderFailure ? apiErrorOf(error, NAME) : error;
}

/** Undefined for a failure which says that there is nothing left to do. */
async function unlessOver<T>(answer: Promise<T>, over: readonly ProviderFailure['outcome'][]): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof ProviderFailure && over.includes(error.outcome)) return undefined;
    return refuse(error);
  });
}

/** A page that people are sent to: encrypted, except where the API itself is not (a fake on this machine). */
function requirePageUrl(url: string, apiUrl: string): string {
  const isFit = url.startsWith('https://') || (apiUrl.startsWith('http://') && url.startsWith('http://'));
  if (isFit) return url;
  throw apiErrorOf(new ProviderFailure('stripe', 'unusable', 'stripe: the page is not encrypted'), NAME);
}
