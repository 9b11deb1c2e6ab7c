// A seller's account at Mercado Pago as a source of payments.
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Config } from '../../base/config/config.ts';
import type { Clock } from '../../base/kit/clock.ts';
import type { AdAccount, Grant } from '../ad-platform.ts';
import { changedPages } from '../changed-pages.ts';
import { RequestBudget } from '../http/budget.ts';
import { ProviderClient } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import { createOAuthFlow, type OAuthFlow } from '../oauth/client.ts';
import { type ChangedRange, goneRecord, NO_CURRENCY, type RecordSource, type SaleRecord } from '../record-source.ts';
import { Secret } from '../secret.ts';
import { mercadoPagoErrorCode, mercadoPagoErrors } from './errors.ts';
import { readMercadoPagoHook } from './hooks.ts';
import { account, found, type Payment, payment } from './shapes.ts';
import { siteOf } from './sites.ts';
import { isWhole, saleOf } from './translate.ts';

const API = 'https://api.mercadopago.com';
const AUTH = 'https://auth.mercadopago.com';
const SCOPES = ['offline_access', 'read'];
const REQUESTS_PER_MINUTE = 300;
const MAX_WAIT_MS = 60_000;
const TIMEOUT_MS = 20_000;
const ROWS = 100;
const PORTION_DAYS = 30;
/** Mercado Pago lists payments of twelve months. */
const LISTED_MS = 365 * 86_400_000;

export interface MercadoPagoOptions {
  clock: Clock;
  log?: Logger;
  timeoutMs?: number;
}

/** Undefined where this installation is not registered as an app. */
export function createMercadoPago(
  settings: Config['providers']['mercado_pago'],
  options: MercadoPagoOptions,
): RecordSource | undefined {
  const { clientId, clientSecret, webhookSecret, url } = settings;
  if (clientId === undefined || clientSecret === undefined || webhookSecret === undefined) return undefined;
  const api = new MercadoPago(url ?? API, options);
  const secret = new Secret(webhookSecret);
  return {
    id: 'mercado_pago',
    scopes: { read: SCOPES, write: [] },
    versionEnds: undefined,
    portionDays: PORTION_DAYS,
    hookPlace: 'app',
    oauth: oauthOf({ clientId, clientSecret: new Secret(clientSecret) }, url),
    listAccounts: async (grant) => [await api.account(grant)],
    readChanged: (grant, { id }, range) => api.changed(grant, id, range),
    read: async (grant, { id }, ref) => (await api.sale(grant, id, ref.id)) ?? goneRecord(ref),
    readHook: (request, { now }) => readMercadoPagoHook(request, secret, now),
  };
}

/** The regular flow. Only the seller can end a grant, in the settings of the account. */
function oauthOf(app: { clientId: string; clientSecret: Secret }, url: string | undefined): OAuthFlow {
  const provider = {
    provider: 'mercado_pago',
    ...app,
    hasPkce: true,
    extra: { platform_id: 'mp' },
    authorizationUrl: `${url ?? AUTH}/authorization`,
    tokenUrl: `${url ?? API}/oauth/token`,
  };
  const revoke = (): Promise<void> =>
    Promise.reject(new ProviderFailure('mercado_pago', 'unsupported', 'mercado_pago: only the seller can end a grant'));
  return { ...createOAuthFlow(provider, SCOPES), revoke };
}

class MercadoPago {
  readonly #client: ProviderClient;
  readonly #clock: Clock;

  constructor(baseUrl: string, { clock, log, timeoutMs = TIMEOUT_MS }: MercadoPagoOptions) {
    this.#clock = clock;
    this.#client = new ProviderClient({
      provider: 'mercado_pago',
      baseUrl,
      errors: mercadoPagoErrors,
      errorCodeOf: mercadoPagoErrorCode,
      timeoutMs,
      budget: new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE, maxWaitMs: MAX_WAIT_MS }),
      ...(log ? { log } : {}),
    });
  }

  async #get<T>(grant: Grant, path: string, shape: z.ZodType<T>, { accountId = '', query = {} } = {}): Promise<T> {
    const headers = { authorization: `Bearer ${(await grant.accessToken()).reveal()}` };
    return this.#client.json({ method: 'GET', path, query, headers, account: accountId }, shape);
  }

  async account(grant: Grant): Promise<AdAccount> {
    const { id, nickname, site_id } = await this.#get(grant, 'users/me', account);
    const site = siteOf(site_id ?? '') ?? { currency: NO_CURRENCY, timezone: 'UTC' };
    return { id, name: nickname ?? id, ...site, status: 'active', hasWriteAccess: undefined };
  }

  async sale(grant: Grant, accountId: string, paymentId: string): Promise<SaleRecord | undefined> {
    const one = await this.#payment(grant, accountId, paymentId).catch(unlessGone);
    return one && saleOf(accountId, one);
  }

  #payment(grant: Grant, accountId: string, paymentId: string): Promise<Payment> {
    return this.#get(grant, `v1/payments/${paymentId}`, payment, { accountId });
  }

  async *changed(grant: Grant, accountId: string, range: ChangedRange): AsyncGenerator<SaleRecord[]> {
    const since = Math.max(range.since, this.#clock.now() - LISTED_MS);
    if (since >= range.until) return;
    for await (const page of this.#pages(grant, accountId, { since, until: range.until })) {
      const sales: SaleRecord[] = [];
      // A list may show less of a payment than the payment itself.
      for (const each of page)
        sales.push(saleOf(accountId, isWhole(each) ? each : await this.#payment(grant, accountId, each.id)));
      yield sales;
    }
  }

  #pages(grant: Grant, accountId: string, { since, until }: { since: number; until: number }): AsyncGenerator<Payment[]> {
    const by = 'date_last_updated';
    const list = { sort: by, criteria: 'desc', range: by, limit: String(ROWS) };
    return changedPages({
      since,
      until,
      size: ROWS,
      changedAt: (row: Payment) => row.date_last_updated,
      read: async ({ after, before, offset }) => {
        const bounds = { begin_date: new Date(after).toISOString(), end_date: new Date(before).toISOString() };
        const query = { ...list, ...bounds, offset: String(offset) };
        return (await this.#get(grant, 'v1/payments/search', found, { accountId, query })).results;
      },
      endless: () => new ProviderFailure('mercado_pago', 'unusable', 'mercado_pago: the list of payments has no end'),
    });
  }
}

function unlessGone(error: unknown): undefined {
  if (error instanceof ProviderFailure && error.outcome === 'not_found') return undefined;
  throw error;
}
