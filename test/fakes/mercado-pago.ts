// A fake of a seller's account at Mercado Pago: access with rotating refresh tokens, payments that are approved, refunded and disputed, and the
// signed requests that a test sends when it likes.
import { createHmac } from 'node:crypto';
import type { TestContext } from 'node:test';
import { CLIENT_SECRET, createFakeGrants, type FakeGrants } from './oauth-provider.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from './provider-server.ts';

type Row = Record<string, unknown> & { id: number | string; date_last_updated: string };

export interface FakeMercadoPago {
  server: ProviderServer;
  grants: FakeGrants;
  accountId: string;
  settings: { clientId: string; clientSecret: string; webhookSecret: string; url: string };
  payments: Row[];
  /** The list does not show refunds. */
  hidesRefunds: boolean;
  put(payment: Partial<Row> & { id: number | string }, changedMs: number): Row;
  refund(paymentId: number | string, refund: { id: number; amount: number; status?: string }, atMs: number): void;
  /** The request of a webhook about a payment: what is added to the address, body and headers. */
  hook(paymentId: number | string, now: number): { query: string; body: string; headers: Record<string, string> };
}

const SECRET = 'webhook-secret-0815';
const REQUEST_ID = 'bb56a2f1-6aae-46ac-982e-9dcd3581d08e';
const instant = (at: number): string => new Date(at).toISOString().replace('Z', '+00:00');
const ok = (body: unknown): FakeAnswer => ({ status: 200, body });
const refusal = (status: number, error: string): FakeAnswer => ({ status, body: { message: 'No.', error, status, cause: [] } });

export async function startFakeMercadoPago(t: TestContext): Promise<FakeMercadoPago> {
  const grants = createFakeGrants('offline_access read write', { user_id: 724484980, live_mode: true });

  function answer(request: FakeRequest): FakeAnswer {
    const url = new URL(request.url, server.url);
    if (url.pathname === '/authorization') return grants.authorize(request);
    if (url.pathname === '/oauth/token') return grants.token(request);
    if (!grants.isGood(request.headers.authorization)) return refusal(401, 'unauthorized');
    if (url.pathname === '/users/me') return ok({ id: 724484980, nickname: 'NORTE', site_id: 'MLC', email: 'own@example.com' });
    if (url.pathname === '/v1/payments/search') return ok({ paging: {}, results: listed(url.searchParams) });
    const found = fake.payments.find(({ id }) => url.pathname === `/v1/payments/${id}`);
    // Numbers as they come, past 2^53 too.
    return found
      ? { status: 200, body: null, text: JSON.stringify(found).replace(/"id":"(\d+)"/, '"id":$1') }
      : refusal(404, 'not_found');
  }

  function listed(query: URLSearchParams): Row[] {
    const timeOf = (name: string): number => Date.parse(query.get(name) ?? '');
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    return fake.payments
      .filter(({ date_last_updated: at }) => Date.parse(at) >= timeOf('begin_date') && Date.parse(at) <= timeOf('end_date'))
      .sort((a, b) => Date.parse(b.date_last_updated) - Date.parse(a.date_last_updated))
      .slice(offset, offset + limit)
      .map((row) => (fake.hidesRefunds ? { ...row, refunds: [] } : row));
  }

  const server = await startProviderServer(t, answer, { revoked: refusal(401, 'unauthorized') });
  const fake: FakeMercadoPago = {
    server,
    grants,
    accountId: '724484980',
    payments: [],
    hidesRefunds: false,
    settings: { clientId: 'mp-1', clientSecret: CLIENT_SECRET, webhookSecret: SECRET, url: server.url },
    put: (payment, changedMs) => {
      const existing = fake.payments.find(({ id }) => id === payment.id);
      const row = {
        status: 'approved',
        status_detail: 'accredited',
        operation_type: 'regular_payment',
        live_mode: true,
        currency_id: 'CLP',
        date_approved: instant(changedMs),
        transaction_amount: 1_000,
        transaction_amount_refunded: 0,
        refunds: [],
        collector_id: 724484980,
        external_reference: `order-${payment.id}`,
        payer: { id: '9', email: 'ana@example.com' },
        ...existing,
        ...payment,
        date_last_updated: instant(changedMs),
      };
      fake.payments = [...fake.payments.filter(({ id }) => id !== payment.id), row];
      return row;
    },
    refund: (paymentId, { status = 'approved', ...refund }, atMs) => {
      const payment = Object(fake.payments.find(({ id }) => id === paymentId));
      const refunds = [...payment.refunds, { ...refund, status, payment_id: paymentId, date_created: instant(atMs) }];
      const transaction_amount_refunded = payment.transaction_amount_refunded + (status === 'approved' ? refund.amount : 0);
      fake.put({ id: paymentId, refunds, transaction_amount_refunded }, atMs);
    },
    hook: (paymentId, now) => {
      const time = Math.floor(now / 1_000);
      const signed = `id:${paymentId};request-id:${REQUEST_ID};ts:${time};`;
      const signature = createHmac('sha256', SECRET).update(signed).digest('hex');
      const body = JSON.stringify({
        action: 'payment.updated',
        type: 'payment',
        data: { id: String(paymentId) },
        user_id: 724484980,
      });
      const headers = { 'x-signature': `ts=${time},v1=${signature}`, 'x-request-id': REQUEST_ID };
      return { query: `?data.id=${paymentId}&type=payment`, body, headers };
    },
  };
  return fake;
}
