// A fake of shops with WooCommerce: orders that are paid, changed, refunded, put into the bin and deleted, webhooks that are registered, and the
// signed requests that a test sends when it likes. Under /<shop>/wp-json, as the setting of a test server has them.
import { createHmac } from 'node:crypto';
import type { TestContext } from 'node:test';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from '../provider-server.ts';

type Row = Record<string, unknown> & { id: number | string; date_modified_gmt: string };

export interface FakeWooCommerce {
  server: ProviderServer;
  settings: { url: string };
  /** What a person types in. */
  fields: { shop: string; consumer_key: string; consumer_secret: string };
  orders: Row[];
  products: Row[];
  /** The texts of searches for orders. */
  searches: string[];
  hooks: { id: number; topic: string; delivery_url: string; secret: string }[];
  /** `read` keys register no webhooks; `revoked` ones do nothing. */
  access: 'read_write' | 'read' | 'revoked';
  /** A firewall in front of the shop refuses everybody. */
  isBlocked: boolean;
  /** Answers of other paths than those of orders are hidden, as some shops have it. */
  isHidden: boolean;
  put(order: Partial<Row> & { id: number | string; total: string }, modifiedMs: number): Row;
  refund(orderId: number | string, refund: { id: number; amount: string }, atMs: number): void;
  /** The request of a webhook about an order or a product, as the shop sends it; what is sent when a webhook was made. */
  hook(row: Record<string, unknown>, resource?: 'order' | 'product'): { body: string; headers: Record<string, string> };
  ping(): { body: string; headers: Record<string, string> };
}

const KEY = `ck_${'0a1b2c3d'.repeat(5)}`;
const SECRET = `cs_${'4e5f6a7b'.repeat(5)}`;

const gmt = (at: number): string => new Date(at).toISOString().slice(0, 19);
const refusal = (status: number, code: string): FakeAnswer => ({ status, body: { code, message: 'No.', data: { status } } });
const ok = (body: unknown): FakeAnswer => ({ status: 200, body });

export async function startFakeWooCommerce(t: TestContext, shop = 'shop.example'): Promise<FakeWooCommerce> {
  const refunds = new Map<string, Record<string, unknown>[]>();

  function answer(request: FakeRequest): FakeAnswer {
    if (fake.isBlocked) return { status: 403, body: null, text: '<h1>Forbidden</h1>' };
    const url = new URL(request.url, server.url);
    const prefix = `/${shop}/wp-json/`;
    if (!url.pathname.startsWith(prefix)) return { status: 404, body: null, text: '<h1>Not found</h1>' };
    const path = url.pathname.slice(prefix.length);
    const { authorization } = request.headers;
    const isKnown = authorization === `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString('base64')}`;
    const isPublic = path === '';
    if (!isPublic && (!isKnown || fake.access === 'revoked')) return refusal(401, 'woocommerce_rest_authentication_error');
    if (fake.isHidden && !path.startsWith('wc/v3/orders')) return refusal(isPublic ? 401 : 403, 'rest_cannot_access');
    return resource(request, path.replace('wc/v3/', ''), url.searchParams);
  }

  function resource({ method, body }: FakeRequest, path: string, query: URLSearchParams): FakeAnswer {
    if (path === '') return ok({ name: 'North Shop', timezone_string: 'Europe/Berlin', namespaces: ['wc/v3'] });
    if (path === 'data/currencies/current') return ok({ code: 'EUR', name: 'Euro' });
    if (path === 'orders') return ok(query.has('search') ? searched(query) : listed(fake.orders, query));
    if (path === 'products') return ok(listed(fake.products, query));
    const [kind, id = '', below] = path.split('/');
    if (kind === 'products' && below === undefined) {
      const product = fake.products.find((each) => String(each.id) === id);
      return product ? ok(product) : refusal(404, 'woocommerce_rest_product_invalid_id');
    }
    if (kind === 'products' && below === 'variations')
      return ok(fake.products.find((each) => String(each.id) === id)?.['shown_variations'] ?? []);
    if (kind === 'webhooks') return hooks(method, id, body);
    const found = fake.orders.find((each) => String(each.id) === id);
    if (kind !== 'orders' || !found) return refusal(404, 'woocommerce_rest_shop_order_invalid_id');
    return ok(below === 'refunds' ? (refunds.get(id) ?? []) : found);
  }

  /** The search looks for a part of many fields. */
  function searched(query: URLSearchParams): Row[] {
    const text = query.get('search') ?? '';
    fake.searches.push(text);
    const found = fake.orders.filter((each) => JSON.stringify(each).toLowerCase().includes(text.toLowerCase()));
    return found.slice(0, Number(query.get('per_page')));
  }

  function listed(all: Row[], query: URLSearchParams): Row[] {
    const text = (name: string): string => query.get(name) ?? '';
    const isTrash = text('status') === 'trash';
    const [after, before] = [text('modified_after'), text('modified_before') || '9999'];
    const rows = all
      .filter(({ status }) => (status === 'trash') === isTrash)
      .filter(({ date_modified_gmt: at }) => at > after && at < before)
      .sort((a, b) => (a.date_modified_gmt < b.date_modified_gmt ? 1 : -1));
    if (text('order') === 'asc') rows.reverse();
    const [size, offset] = [Number(text('per_page')), Number(text('offset'))];
    return rows.slice(offset, offset + size);
  }

  function hooks(method: string, id: string, body: string): FakeAnswer {
    if (method === 'GET') return ok(fake.hooks);
    if (fake.access === 'read') return refusal(401, 'woocommerce_rest_cannot_create');
    if (method === 'DELETE') {
      fake.hooks = fake.hooks.filter((hook) => String(hook.id) !== id);
      return ok({ id: Number(id) });
    }
    const hook = { ...JSON.parse(body), id: 12 + Math.max(0, ...fake.hooks.map((each) => each.id)) };
    fake.hooks.push(hook);
    return { status: 201, body: hook };
  }

  const server = await startProviderServer(t, answer, { revoked: refusal(401, 'woocommerce_rest_authentication_error') });
  const fake: FakeWooCommerce = {
    server,
    settings: { url: server.url },
    orders: [],
    products: [],
    searches: [],
    hooks: [],
    access: 'read_write',
    isBlocked: false,
    isHidden: false,
    fields: { shop: `https://www.${shop}/`, consumer_key: KEY, consumer_secret: SECRET },
    put: (order, modifiedMs) => {
      const existing = fake.orders.find(({ id }) => id === order.id);
      const row = {
        number: `N${order.id}`,
        status: 'processing',
        currency: 'EUR',
        customer_id: 0,
        refunds: [],
        date_paid_gmt: gmt(modifiedMs),
        billing: { email: 'ana@example.com', phone: '', country: 'DE' },
        ...existing,
        ...order,
        date_modified_gmt: gmt(modifiedMs),
      };
      fake.orders = [...fake.orders.filter(({ id }) => id !== order.id), row];
      return row;
    },
    refund: (orderId, { id, amount }, atMs) => {
      const order = fake.orders.find((each) => each.id === orderId);
      const all = [...(refunds.get(String(orderId)) ?? []), { id, amount, date_created_gmt: gmt(atMs) }];
      refunds.set(String(orderId), all);
      fake.put({ ...order, id: orderId, total: String(order?.['total']), refunds: all.map((each) => ({ id: each.id })) }, atMs);
    },
    hook: (row, resource = 'order') => {
      const body = JSON.stringify(row);
      const signature = createHmac('sha256', fake.hooks.at(-1)?.secret ?? '')
        .update(body)
        .digest('base64');
      return { body, headers: { 'x-wc-webhook-signature': signature, 'x-wc-webhook-resource': resource } };
    },
    ping: () => ({ body: 'webhook_id=12', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  };
  return fake;
}
