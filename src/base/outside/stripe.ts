// The part of Stripe's API that checkouts need, over plain HTTP: sessions of its hosted checkout, subscriptions, its customer
// portal. The version is pinned; no answer is trusted further than the fields that are read here.
import { ApiError } from '../contract/api-error.ts';
import type { Config } from '../kit/config.ts';

const VERSION = '2024-06-20';
const TIMEOUT_MS = 10_000;

export interface NewCheckout {
  price: string;
  /** Of ours, to find it again. */
  reference: string;
  customer?: string | undefined;
  successUrl: string;
  cancelUrl: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  idempotencyKey: string;
}

export interface CheckoutState {
  status: 'open' | 'complete' | 'expired';
  customer: string | null;
  subscription: string | null;
}

export interface StripeSubscription {
  /** In Stripe's words: active, trialing, past_due, unpaid, canceled, … */
  status: string;
  periodStart: number;
  periodEnd: number;
  /** Of the first item, to know the plan by. */
  price: string | null;
}

export interface Stripe {
  /** The price of a plan; undefined where none is configured. */
  priceOf(plan: string): string | undefined;
  /** The plan of a price; undefined for one that is not configured. */
  planOfPrice(price: string | null): 'growth' | 'agency' | undefined;
  createCheckout(given: NewCheckout): Promise<{ id: string; url: string }>;
  checkout(id: string): Promise<CheckoutState>;
  /** So that nobody pays in it any more; one that is over already is left as it is. */
  expireCheckout(id: string): Promise<void>;
  subscription(id: string): Promise<StripeSubscription>;
  /** At once, with what was paid ahead given back; one that is gone already is left as it is. */
  cancelSubscription(id: string): Promise<void>;
  createPortal(given: { customer: string; returnUrl: string }): Promise<{ url: string }>;
}

/** Undefined where no key is configured. */
export function createStripe(config: Config): Stripe | undefined {
  const { stripeSecretKey: key, stripeApiUrl, stripePriceGrowth, stripePriceAgency } = config;
  if (key === undefined) return undefined;
  const prices: Record<string, string | undefined> = { growth: stripePriceGrowth, agency: stripePriceAgency };
  const call = (method: Ask['method'], path: string, form?: Record<string, string>, idempotencyKey?: string) =>
    ask(`${stripeApiUrl.replace(/\/$/, '')}/v1/${path}`, { method, key, form, idempotencyKey });
  return {
    priceOf: (plan) => prices[plan],
    planOfPrice: (price) => (['growth', 'agency'] as const).find((plan) => price !== null && prices[plan] === price),
    createCheckout: async (given) => {
      const form: Record<string, string> = {
        mode: 'subscription',
        'line_items[0][price]': given.price,
        'line_items[0][quantity]': '1',
        client_reference_id: given.reference,
        success_url: given.successUrl,
        cancel_url: given.cancelUrl,
        expires_at: String(Math.floor(given.expiresAt / 1000)),
        ...(given.customer === undefined ? {} : { customer: given.customer }),
      };
      const made = await call('POST', 'checkout/sessions', form, given.idempotencyKey);
      return { id: text(made, 'id'), url: httpsUrl(made, stripeApiUrl) };
    },
    checkout: async (id) => {
      const found = await call('GET', `checkout/sessions/${encodeURIComponent(id)}`);
      const status = found['status'];
      if (status !== 'open' && status !== 'complete' && status !== 'expired') throw unusable();
      return { status, customer: reference(found['customer']), subscription: reference(found['subscription']) };
    },
    expireCheckout: async (id) => {
      await call('POST', `checkout/sessions/${encodeURIComponent(id)}/expire`, {}).catch(unlessStatus(400, 404));
    },
    subscription: async (id) => {
      const found = await call('GET', `subscriptions/${encodeURIComponent(id)}`);
      return {
        status: text(found, 'status'),
        periodStart: seconds(found, 'current_period_start'),
        periodEnd: seconds(found, 'current_period_end'),
        price: priceIn(found),
      };
    },
    cancelSubscription: async (id) => {
      await call('DELETE', `subscriptions/${encodeURIComponent(id)}`, { prorate: 'true' }).catch(unlessStatus(404));
    },
    createPortal: async ({ customer, returnUrl }) => {
      const made = await call('POST', 'billing_portal/sessions', { customer, return_url: returnUrl });
      return { url: httpsUrl(made, stripeApiUrl) };
    },
  };
}

interface Ask {
  method: 'GET' | 'POST' | 'DELETE';
  key: string;
  form?: Record<string, string> | undefined;
  idempotencyKey?: string | undefined;
}

async function ask(url: string, { method, key, form, idempotencyKey }: Ask): Promise<Record<string, unknown>> {
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, 'stripe-version': VERSION };
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  const init: RequestInit = { method, headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) };
  if (form) init.body = new URLSearchParams(form);
  const response = await fetch(url, init).catch(() => {
    throw new ApiError('provider_error', 'The payment processor cannot be reached.', { provider: 'stripe' }, 30, 503);
  });
  const body = (await response.json().catch(() => undefined)) as Record<string, unknown> | undefined;
  if (response.ok && body) return body;
  const code = (body?.['error'] as Record<string, unknown> | undefined)?.['code'];
  const extra = {
    provider: 'stripe',
    provider_status: response.status,
    ...(typeof code === 'string' ? { provider_code: code } : {}),
  };
  const isTransient = response.status === 429 || response.status >= 500;
  const message = isTransient ? 'The payment processor is not available.' : 'The payment processor refused the request.';
  throw new ApiError('provider_error', message, extra, isTransient ? 30 : undefined, isTransient ? 503 : 502);
}

/** The status that says there is nothing left to do. */
const unlessStatus =
  (...statuses: number[]) =>
  (error: unknown) => {
    if (!(error instanceof ApiError) || !statuses.includes(Number(error.extra['provider_status']))) throw error;
  };

/** Undefined for what the processor does not know, as when its key is another account's by now. */
export const whereKnown = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch(unlessStatus(404)) as Promise<T | undefined>;

function priceIn({ items }: Record<string, unknown>): string | null {
  const list = (items as { data?: unknown } | undefined)?.data;
  const first = Array.isArray(list) ? (list[0] as { price?: unknown } | undefined) : undefined;
  return reference(first?.price);
}

const unusable = (): ApiError =>
  new ApiError('provider_error', 'The payment processor answered something unusable.', { provider: 'stripe' });

function text(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw unusable();
  return value;
}

/** A page that people are sent to: encrypted, except where the API itself is not (a fake on this machine). */
function httpsUrl(body: Record<string, unknown>, apiUrl: string): string {
  const url = text(body, 'url');
  const isFit = url.startsWith('https://') || (apiUrl.startsWith('http://') && url.startsWith('http://'));
  if (!isFit || !URL.canParse(url)) throw unusable();
  return url;
}

function seconds(body: Record<string, unknown>, name: string): number {
  const value = body[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw unusable();
  return value * 1000;
}

/** An id, or the object that has it. */
function reference(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const id = value !== null && typeof value === 'object' ? (value as Record<string, unknown>)['id'] : null;
  return typeof id === 'string' ? id : null;
}
