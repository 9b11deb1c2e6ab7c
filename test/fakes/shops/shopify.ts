// A fake of a shop at Shopify: access on the shop's own page, orders with transactions and disputes by GraphQL, webhooks that are registered, and
// the signed requests that a test sends when it likes. Under /<shop>/admin, as the setting of a test server has them.
import { createHmac } from 'node:crypto';
import type { TestContext } from 'node:test';
import { CLIENT_SECRET, createFakeGrants, type FakeGrants } from '../oauth-provider.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from '../provider-server.ts';
import { createShopCatalogue, type ShopCatalogue } from './shopify-catalogue.ts';

type Row = Record<string, unknown>;

export interface FakeOrder {
  id: string;
  updatedAt: number;
  processedAt: number;
  currency: string;
  received: string;
  email: string | null;
  test: boolean;
  transactions: { id: string; kind: string; status: string; amount: string; at: number; test?: boolean }[];
  disputes: { id: string; type: string; status: string; amount: string; at: number }[];
}

export interface FakeShopify {
  server: ProviderServer;
  grants: FakeGrants;
  shop: string;
  settings: { clientId: string; clientSecret: string; url: string };
  orders: FakeOrder[];
  /** Orders and products as the shop shows them beside the money. */
  catalogue: ShopCatalogue;
  hooks: { id: string; topic: string; uri: string }[];
  /** Topics that the app may not have. */
  refusedTopics: RegExp;
  /** The clock of callbacks. */
  now: number;
  /** How the fields of people and the list of disputes are answered. */
  isRestricted: boolean;
  pay(order: Partial<FakeOrder> & { id: string; received: string; updatedAt: number }): FakeOrder;
  /** The request of a webhook about an order or a product, by its topic. */
  hook(topic: string, orderId: string): { body: string; headers: Record<string, string> };
}

const ORDERS = 25;
const instant = (at: number): string => new Date(at).toISOString();
const ok = (data: unknown, more: Row = {}): FakeAnswer => ({ status: 200, body: { data, ...more } });

export async function startFakeShopify(t: TestContext, { shop = 'north.myshopify.com', now = 0 } = {}): Promise<FakeShopify> {
  const grants = createFakeGrants('read_orders,read_shopify_payments_disputes');

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    const path = url.pathname.replace(`/${shop}/admin/`, '');
    if (path === 'oauth/authorize') return { status: 302, body: {}, headers: { location: callbackOf(url).href } };
    if (path === 'oauth/access_token') return grants.token({ ...request, body: grantForm(request.body) });
    if (!path.startsWith('api/2026-10/graphql.json')) return { status: 404, body: { errors: 'Not Found' } };
    if (!grants.isGood(`Bearer ${request.headers['x-shopify-access-token']}`))
      return { status: 401, body: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' } };
    const { query, variables } = JSON.parse(request.body);
    return graphql(query, variables);
  }

  let redirectUri = '';
  /** Shopify knows nothing of the parts of OAuth that the frame of fakes asks for. */
  function grantForm(body: string): string {
    const form = new URLSearchParams(body);
    if (form.has('code')) {
      form.set('grant_type', 'authorization_code');
      form.set('redirect_uri', redirectUri);
    }
    return form.toString();
  }

  function callbackOf(authorization: URL): URL {
    redirectUri = authorization.searchParams.get('redirect_uri') ?? '';
    const back = grants.grant(authorization);
    const added = { shop, timestamp: String(Math.floor(fake.now / 1_000)), host: 'YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvbm9ydGg=' };
    for (const [name, value] of Object.entries(added)) back.searchParams.set(name, value);
    const signed = [...back.searchParams]
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .sort()
      .join('&');
    back.searchParams.set('hmac', createHmac('sha256', CLIENT_SECRET).update(signed).digest('hex'));
    return back;
  }

  function graphql(query: string, variables: Row): FakeAnswer {
    if (query.includes('appUninstall')) {
      grants.revoke();
      fake.hooks = [];
      return ok({ appUninstall: { userErrors: [] } });
    }
    if (query.includes('webhookSubscription')) return webhooks(query, variables);
    if (query.includes('lineItems(') || query.includes('variants(')) return fake.catalogue.answer(query, variables);
    if (query.includes('shop {')) return ok({ shop: { name: 'North', currencyCode: 'EUR', ianaTimezone: 'Europe/Berlin' } });
    if (query.includes('nodes(ids')) return ok({ nodes: disputesOf(variables['ids'] as string[]) });
    if (query.includes('disputes(first')) return fake.isRestricted ? denied(['disputes']) : disputed(String(variables['query']));
    if (query.includes('order(id')) return ok({ order: shownOrNull(String(variables['id']).replace(/^.*\//, '')) });
    return listed(String(variables['query']), Number(variables['after'] ?? 0));
  }

  const denied = (path: unknown[]): FakeAnswer =>
    ok({ [String(path[0])]: null }, { errors: [{ message: 'Access denied', path, extensions: { code: 'ACCESS_DENIED' } }] });

  function listed(query: string, from: number): FakeAnswer {
    const [, since = '', until = ''] = /updated_at:>='([^']+)' AND updated_at:<'([^']+)'/.exec(query) ?? [];
    const found = fake.orders
      .filter(({ updatedAt }) => updatedAt >= Date.parse(since) && updatedAt < Date.parse(until))
      .sort((a, b) => b.updatedAt - a.updatedAt);
    const nodes = found.slice(from, from + ORDERS).map((order) => shown(order, 20));
    const pageInfo = { hasNextPage: from + ORDERS < found.length, endCursor: nodes.length === 0 ? null : String(from + ORDERS) };
    const path = ['orders', 'nodes', 0, 'email'];
    const errors = [{ message: 'This app is not approved to use the email field.', path, extensions: { code: 'ACCESS_DENIED' } }];
    return ok({ orders: { nodes, pageInfo } }, fake.isRestricted ? { errors } : {});
  }

  function disputed(query: string): FakeAnswer {
    const since = Date.parse(/initiated_at:>='([^']+)'/.exec(query)?.[1] ?? '');
    const nodes = fake.orders.flatMap(({ id, disputes }) =>
      disputes.filter(({ at }) => at >= since).map(() => ({ order: { id: `gid://shopify/Order/${id}` } })),
    );
    return ok({ disputes: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } });
  }

  const disputesOf = (ids: string[]): unknown[] =>
    ids.map((gid) => {
      const id = gid.replace(/^.*\//, '');
      const order = fake.orders.find(({ disputes }) => disputes.some((each) => each.id === id));
      const found = order?.disputes.find((each) => each.id === id);
      if (!order || !found || fake.isRestricted) return null;
      const amount = { amount: found.amount, currencyCode: order.currency };
      return { id: gid, type: found.type, status: found.status, initiatedAt: instant(found.at), amount };
    });

  const moneySet = (amount: string, currencyCode: string): Row => ({ shopMoney: { amount, currencyCode } });

  function shownOrNull(id: string): Row | null {
    const order = fake.orders.find((each) => each.id === id);
    return order ? shown(order, 250) : null;
  }

  const shown = ({ id, test, processedAt, email, currency, received, transactions, disputes }: FakeOrder, most: number): Row => ({
    id: `gid://shopify/Order/${id}`,
    test,
    processedAt: instant(processedAt),
    email: fake.isRestricted ? null : email,
    phone: null,
    billingAddress: { firstName: 'Ana', lastName: null, phone: null, countryCodeV2: 'DE' },
    totalReceivedSet: moneySet(received, currency),
    transactions: transactions.slice(0, most).map((each) => ({
      id: `gid://shopify/OrderTransaction/${each.id}`,
      kind: each.kind,
      status: each.status,
      test: each.test ?? false,
      processedAt: instant(each.at),
      amountSet: moneySet(each.amount, currency),
    })),
    disputes: disputes.map((each) => ({
      id: `gid://shopify/OrderDisputeSummary/${each.id}`,
      initiatedAs: each.type,
      status: each.status,
    })),
  });

  function webhooks(query: string, { id, topic, uri }: Row): FakeAnswer {
    if (query.includes('Delete')) {
      fake.hooks = fake.hooks.filter((hook) => hook.id !== id);
      return ok({ webhookSubscriptionDelete: { userErrors: [] } });
    }
    if (!query.includes('Create')) return ok({ webhookSubscriptions: { nodes: fake.hooks } });
    if (fake.refusedTopics.test(String(topic)))
      return ok({ webhookSubscriptionCreate: { webhookSubscription: null, userErrors: [{ message: 'Topic is not allowed' }] } });
    const hook = { id: `gid://shopify/WebhookSubscription/${fake.hooks.length + 1}`, topic: String(topic), uri: String(uri) };
    fake.hooks.push(hook);
    return ok({ webhookSubscriptionCreate: { webhookSubscription: hook, userErrors: [] } });
  }

  const server = await startProviderServer(t, answer);
  const fake: FakeShopify = {
    server,
    grants,
    shop,
    orders: [],
    catalogue: createShopCatalogue(() => fake.isRestricted),
    hooks: [],
    refusedTopics: /^$/,
    now,
    isRestricted: false,
    settings: { clientId: 'shopify-1', clientSecret: CLIENT_SECRET, url: server.url },
    pay: (order) => {
      const existing = fake.orders.find(({ id }) => id === order.id);
      const paid = { id: `${order.id}1`, kind: 'SALE', status: 'SUCCESS', amount: order.received, at: order.updatedAt };
      const row: FakeOrder = {
        processedAt: order.updatedAt,
        currency: 'EUR',
        email: 'ana@example.com',
        test: false,
        transactions: [paid],
        disputes: [],
        ...existing,
        ...order,
      };
      fake.orders = [...fake.orders.filter(({ id }) => id !== order.id), row];
      return row;
    },
    hook: (topic, orderId) => {
      // A number past 2^53, as Shopify sends it.
      const body = /^(?:orders|products)\//.test(topic) ? `{"id":${orderId}}` : `{"id":1,"order_id":${orderId}}`;
      const signature = createHmac('sha256', CLIENT_SECRET).update(body).digest('base64');
      const headers = { 'x-shopify-hmac-sha256': signature, 'x-shopify-topic': topic, 'x-shopify-shop-domain': shop };
      return { body, headers };
    },
  };
  return fake;
}
