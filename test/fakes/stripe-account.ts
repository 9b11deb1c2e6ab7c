// A fake of a merchant's Stripe account behind Connect: charges that are paid, refunded and disputed, the events that this makes, webhook
// endpoints, and signed webhooks that a test sends when it likes.
import { createHmac } from 'node:crypto';
import type { TestContext } from 'node:test';
import { CLIENT_SECRET, createFakeGrants, type FakeGrants } from './oauth-provider.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from './provider-server.ts';

type Row = Record<string, unknown> & { id: string; created: number };

export interface FakeStripeAccount {
  server: ProviderServer;
  grants: FakeGrants;
  /** The settings that lead to it. */
  settings: { clientId: string; clientSecret: string; url: string };
  charges: Row[];
  events: Row[];
  /** Endpoints that were registered, with their secrets. */
  hooks: { id: string; url: string; secret: string }[];
  /** Registering endpoints is refused. */
  hasNoHooks: boolean;
  pay(charge: Partial<Row> & { id: string; amount: number; currency: string; created: number }): Row;
  refund(chargeId: string, refund: { id: string; amount: number; created: number; status?: string }): void;
  dispute(chargeId: string, dispute: { id: string; amount: number; created: number; status: string }): void;
  /** The request of a webhook about an event, as Stripe sends it. */
  hook(event: Row, now: number): { body: string; headers: Record<string, string> };
}

const PAGE = 100;
const SHOWN_REFUNDS = 10;
const refusal = (status: number, error: Record<string, unknown>): FakeAnswer => ({ status, body: { error } });

export async function startFakeStripeAccount(t: TestContext, accountId = 'acct_1'): Promise<FakeStripeAccount> {
  const grants = createFakeGrants('read_write', { stripe_user_id: accountId, livemode: true }, true);

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    if (url.pathname === '/oauth/authorize') return grants.authorize(request);
    if (url.pathname === '/oauth/token') return grants.token(request);
    if (url.pathname === '/oauth/deauthorize')
      return request.headers.authorization === `Bearer ${CLIENT_SECRET}`
        ? grants.revoke()
        : refusal(401, { type: 'invalid_client' });
    if (!grants.isGood(request.headers.authorization))
      return refusal(401, { type: 'invalid_request_error', code: 'api_key_expired' });
    return resource(request, url.pathname.replace('/v1/', ''), url.searchParams);
  }

  function resource({ method, body }: FakeRequest, path: string, query: URLSearchParams): FakeAnswer {
    if (path === 'account') return { status: 200, body: account };
    if (path === 'charges') return listed(fake.charges, query, shown);
    if (path === 'events') return listed(fake.events, query);
    if (path === 'refunds') return listed(refundsOf(query.get('charge') ?? ''), query);
    if (path === 'webhook_endpoints' && method === 'GET')
      return listed(
        fake.hooks.map((hook) => ({ ...hook, created: 0 })),
        query,
      );
    if (path === 'webhook_endpoints') return register(new URLSearchParams(body));
    const [kind, id] = path.split('/');
    if (kind === 'webhook_endpoints' && method === 'DELETE') {
      fake.hooks = fake.hooks.filter((hook) => hook.id !== id);
      return { status: 200, body: { id, deleted: true } };
    }
    const charge = kind === 'charges' ? fake.charges.find((each) => each.id === id) : undefined;
    return charge ? { status: 200, body: shown(charge) } : refusal(404, { code: 'resource_missing' });
  }

  const account = {
    id: accountId,
    default_currency: 'eur',
    business_profile: { name: 'North Shop' },
    settings: { dashboard: { display_name: 'North', timezone: 'Europe/Berlin' } },
  };

  const refundsOf = (chargeId: string): Row[] => Object(fake.charges.find(({ id }) => id === chargeId)?.['refunds']).data ?? [];

  /** Ten refunds are in the charge, the others in a list of their own. */
  const shown = (charge: Row): Row => {
    const { data } = Object(charge['refunds']);
    return { ...charge, refunds: { data: data.slice(0, SHOWN_REFUNDS), has_more: data.length > SHOWN_REFUNDS } };
  };

  function listed(rows: readonly Row[], query: URLSearchParams, show = (row: Row): Row => row): FakeAnswer {
    const [from, before] = [Number(query.get('created[gte]') ?? 0), Number(query.get('created[lt]') ?? Number.MAX_SAFE_INTEGER)];
    const found = rows.filter(({ created }) => created >= from && created < before).sort((a, b) => b.created - a.created);
    const after = query.get('starting_after');
    const start = after === null ? 0 : found.findIndex(({ id }) => id === after) + 1;
    const limit = Number(query.get('limit') ?? 10);
    const data = found.slice(start, start + Math.min(limit, PAGE)).map(show);
    return { status: 200, body: { object: 'list', data, has_more: start + limit < found.length } };
  }

  function register(form: URLSearchParams): FakeAnswer {
    if (fake.hasNoHooks) return refusal(403, { code: 'permission_error' });
    const hook = { id: `we_${fake.hooks.length + 1}`, url: form.get('url') ?? '', secret: `whsec_${fake.hooks.length + 1}` };
    fake.hooks.push(hook);
    return { status: 200, body: hook };
  }

  function happen(type: string, created: number, object: Record<string, unknown>, isLive: boolean): Row {
    const id = `evt_${fake.events.length + 1}`;
    const event = { id, object: 'event', type, created, livemode: isLive, data: { object } };
    fake.events.push(event);
    return event;
  }

  const chargeOf = (id: string): Row => {
    const charge = fake.charges.find((each) => each.id === id);
    if (!charge) throw new Error(`no charge ${id}`);
    return charge;
  };

  const server = await startProviderServer(t, answer, {
    error_once: refusal(500, { type: 'api_error' }),
    revoked: refusal(401, { code: 'api_key_expired' }),
  });
  const fake: FakeStripeAccount = {
    server,
    grants,
    charges: [],
    events: [],
    hooks: [],
    hasNoHooks: false,
    settings: { clientId: 'ca_1', clientSecret: CLIENT_SECRET, url: server.url },
    pay: ({ amount, ...charge }) => {
      const row = {
        object: 'charge',
        livemode: true,
        status: 'succeeded',
        paid: true,
        amount,
        amount_captured: amount,
        customer: null,
        receipt_email: null,
        billing_details: { email: null, phone: null, address: { country: null } },
        metadata: {},
        refunds: { data: [], has_more: false },
        dispute: null,
        ...charge,
      };
      fake.charges.push(row);
      return happen('charge.succeeded', row.created, row, row.livemode === true);
    },
    refund: (chargeId, refund) => {
      const charge = chargeOf(chargeId);
      const row = { object: 'refund', currency: charge['currency'], charge: chargeId, status: 'succeeded', ...refund };
      const { data } = Object(charge['refunds']);
      const at = data.findIndex((each: Row) => each.id === refund.id);
      data.splice(at < 0 ? data.length : at, at < 0 ? 0 : 1, row);
      happen('refund.updated', refund.created, row, true);
    },
    dispute: (chargeId, dispute) => {
      const charge = chargeOf(chargeId);
      charge['dispute'] = { object: 'dispute', currency: charge['currency'], charge: chargeId, ...dispute };
      happen('charge.dispute.updated', dispute.created, Object(charge['dispute']), true);
    },
    hook: (event, now) => {
      const body = JSON.stringify(event);
      const time = Math.floor(now / 1000);
      const secret = fake.hooks.at(-1)?.secret ?? 'whsec_none';
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      return { body, headers: { 'stripe-signature': `t=${time},v1=${signature}`, 'content-type': 'application/json' } };
    },
  };
  return fake;
}
