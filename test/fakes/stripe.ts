// A small fake of the payment processor's API, as a real HTTP server: what is asked of it is kept, and tests say who has paid.
import type { TestContext } from 'node:test';
import { type ProviderServer, startProviderServer } from './provider-server.ts';

export interface FakeStripe {
  url: string;
  /** To let requests fail. */
  server: ProviderServer;
  /** Every request: "POST checkout/sessions", with its form. */
  asked: { what: string; form: Record<string, string>; headers: Record<string, string | string[] | undefined> }[];
  /** Somebody pays in this session, or in the latest. */
  pay(session?: string): void;
  /** A subscription takes another state, in another period (seconds since 1970). */
  change(subscription: string, state: { status?: string; current_period_end?: number }): void;
  /** Every request is answered so from now on; undefined: as it should be. */
  breakDown(status: number | undefined): void;
  sessions: Map<string, FakeSession>;
  subscriptions: Map<string, FakeSubscription>;
}

interface FakeSession {
  id: string;
  url: string;
  status: 'open' | 'complete' | 'expired';
  price: string;
  customer: string | null;
  subscription: string | null;
}

interface FakeSubscription {
  id: string;
  status: string;
  current_period_start: number;
  current_period_end: number;
  items: { data: { price: { id: string } }[] };
}

const KEY = 'sk_test_fake';
const MONTH_SECONDS = 31 * 86_400;

/** The configuration that leads to it. */
export const stripeConfig = ({ url }: FakeStripe) => ({
  plans: true,
  stripeSecretKey: KEY,
  stripeApiUrl: url,
  stripePriceGrowth: 'price_growth',
  stripePriceAgency: 'price_agency',
});

export async function startFakeStripe(t: TestContext, nowSeconds: () => number): Promise<FakeStripe> {
  let broken: number | undefined;
  let number = 0;
  const byIdempotencyKey = new Map<string, FakeSession>();
  const server = await startProviderServer(t, ({ method, url, headers, body }) => {
    const what = `${method} ${url.replace('/v1/', '')}`;
    const form = Object.fromEntries(new URLSearchParams(body));
    fake.asked.push({ what, form, headers });
    if (broken !== undefined) return { status: broken, body: { error: { code: 'api_error', message: 'down' } } };
    if (headers.authorization !== `Bearer ${KEY}`) return { status: 401, body: { error: { code: 'key' } } };
    const [status, answered] = answer(what, form, String(headers['idempotency-key']));
    return { status, body: answered };
  });

  function answer(what: string, form: Record<string, string>, key: string): [number, unknown] {
    const [, sessionId, verb] = /^\w+ checkout\/sessions\/([\w-]+)(\/expire)?$/.exec(what) ?? [];
    const session = sessionId === undefined ? undefined : fake.sessions.get(sessionId);
    const [, subscriptionId = ''] = /^\w+ subscriptions\/([\w-]+)$/.exec(what) ?? [];
    const subscription = fake.subscriptions.get(subscriptionId);
    if (what === 'POST checkout/sessions') return [200, byIdempotencyKey.get(key) ?? create(form, key)];
    if (what === 'POST billing_portal/sessions') return [200, { url: `${fake.url}/portal/${form['customer']}` }];
    if (verb && session?.status !== 'open') return [400, { error: { code: 'not_open' } }];
    if (session) {
      if (verb) session.status = 'expired';
      return [200, session];
    }
    if (subscription) {
      if (what.startsWith('DELETE')) subscription.status = 'canceled';
      return [200, subscription];
    }
    return [404, { error: { code: 'resource_missing' } }];
  }

  function create(form: Record<string, string>, key: string): FakeSession {
    number += 1;
    const session: FakeSession = {
      id: `cs_${number}`,
      url: `${fake.url}/pay/cs_${number}`,
      status: 'open',
      price: form['line_items[0][price]'] ?? '',
      customer: form['customer'] ?? null,
      subscription: null,
    };
    fake.sessions.set(session.id, session);
    byIdempotencyKey.set(key, session);
    return session;
  }

  const fake: FakeStripe = {
    url: server.url,
    server,
    asked: [],
    sessions: new Map(),
    subscriptions: new Map(),
    pay: (id) => {
      const session = id === undefined ? [...fake.sessions.values()].at(-1) : fake.sessions.get(id);
      if (session?.status !== 'open') throw new Error('nobody can pay there');
      const start = nowSeconds();
      const subscription: FakeSubscription = {
        id: `sub_${session.id}`,
        status: 'active',
        current_period_start: start,
        current_period_end: start + MONTH_SECONDS,
        items: { data: [{ price: { id: session.price } }] },
      };
      fake.subscriptions.set(subscription.id, subscription);
      Object.assign(session, {
        status: 'complete',
        customer: session.customer ?? `cus_${session.id}`,
        subscription: subscription.id,
      });
    },
    change: (id, state) => {
      Object.assign(fake.subscriptions.get(id) ?? {}, state);
    },
    breakDown: (status) => {
      broken = status;
    },
  };
  return fake;
}
