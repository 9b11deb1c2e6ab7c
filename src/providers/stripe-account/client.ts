// A merchant's own Stripe account as a source of payments. Plans of this service are billed by another client (../stripe).
import type { z } from 'zod';
import type { Config } from '../../base/config/config.ts';
import type { Clock } from '../../base/kit/clock.ts';
import type { AdAccount, Grant } from '../ad-platform.ts';
import { RequestBudget } from '../http/budget.ts';
import { ProviderClient } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import { createOAuthFlow, type OAuthFlow } from '../oauth/client.ts';
import { type ChangedRange, goneRecord, type RecordSource, type SaleRecord, type SourceOptions } from '../record-source.ts';
import { Secret } from '../secret.ts';
import { accountErrors, stripeErrorCode } from './errors.ts';
import { chargeOf, EVENT_TYPES, readStripeHook } from './hooks.ts';
import { account, type Charge, charge, chargePage, endpointPage, eventPage, hook, type Refund, refundPage } from './shapes.ts';
import { saleOf } from './translate.ts';

const API = 'https://api.stripe.com';
const CONNECT = 'https://connect.stripe.com';
const VERSION = '2024-06-20';
/** Reading, and registering the address of webhooks. */
const SCOPE = 'read_write';
const REQUESTS_PER_MINUTE = 1_000;
const ROWS = '100';
const PORTION_DAYS = 30;
/** Stripe lists events for so long. */
const EVENT_DAYS = 30;
const DAY_MS = 86_400_000;
const EXPAND = { 'expand[0]': 'data.refunds', 'expand[1]': 'data.dispute' };

/** Undefined where this installation is not registered as an app. */
export function createStripeAccount(
  settings: Config['providers']['stripe'],
  { clock, log, timeoutMs }: SourceOptions,
): RecordSource | undefined {
  const { clientId, clientSecret, url } = settings;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const client = new ProviderClient({
    provider: 'stripe',
    baseUrl: `${url ?? API}/v1`,
    headers: { 'stripe-version': VERSION },
    errors: accountErrors,
    errorCodeOf: stripeErrorCode,
    requestIdHeader: 'request-id',
    budget: new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE }),
    ...(log ? { log } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const api = new StripeAccount(client, clock);
  return {
    id: 'stripe',
    scopes: { read: [SCOPE], write: [] },
    versionEnds: undefined,
    portionDays: PORTION_DAYS,
    hookPlace: 'connection',
    oauth: oauthOf({ clientId, clientSecret: new Secret(clientSecret), base: url ?? CONNECT }, api),
    listAccounts: async (grant) => [await api.account(grant)],
    readChanged: (grant, at, range) => api.changed(grant, at, range),
    read: async (grant, at, ref) => (await api.sale(grant, at, ref.id)) ?? goneRecord(ref),
    readHook: readStripeHook,
    subscribe: (grant, at, { url: hookUrl }) => api.subscribe(grant, at, hookUrl),
    unsubscribe: (grant, accountId, hookId) => api.unsubscribe(grant, accountId, hookId),
  };
}

/** The regular flow; a grant ends by the id of its account. */
function oauthOf(
  { clientId, clientSecret, base }: { clientId: string; clientSecret: Secret; base: string },
  api: StripeAccount,
): OAuthFlow {
  const endpoint = (name: string): string => `${base}/oauth/${name}`;
  const { refresh: _, ...flow } = createOAuthFlow(
    {
      provider: 'stripe',
      clientId,
      clientSecret,
      hasPkce: false,
      authorizationUrl: endpoint('authorize'),
      tokenUrl: endpoint('token'),
    },
    [SCOPE],
  );
  const connect = new ProviderClient({
    provider: 'stripe',
    baseUrl: `${base}/oauth`,
    errors: accountErrors,
    errorCodeOf: stripeErrorCode,
  });
  return {
    ...flow,
    revoke: async ({ accessToken }) => {
      try {
        const { id } = await api.account({ accessToken: async () => accessToken });
        const headers = { authorization: `Bearer ${clientSecret.reveal()}` };
        const form = { client_id: clientId, stripe_user_id: id };
        await connect.send({ method: 'POST', path: 'deauthorize', form, headers, isRepeatable: true });
      } catch (error) {
        if (!(error instanceof ProviderFailure && error.outcome === 'reconnect')) throw error;
      }
    },
  };
}

class StripeAccount {
  readonly #client: ProviderClient;
  readonly #clock: Clock;

  constructor(client: ProviderClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  async #headers(grant: Grant): Promise<{ authorization: string }> {
    return { authorization: `Bearer ${(await grant.accessToken()).reveal()}` };
  }

  async #get(grant: Grant, path: string, query: Record<string, string> = {}, accountId = '') {
    return { method: 'GET' as const, path, query, headers: await this.#headers(grant), account: accountId };
  }

  async account(grant: Grant): Promise<AdAccount> {
    const { id, default_currency, business_profile, settings } = await this.#client.json(
      await this.#get(grant, 'account'),
      account,
    );
    const dashboard = settings?.dashboard;
    return {
      id,
      name: business_profile?.name ?? dashboard?.display_name ?? id,
      currency: default_currency.toUpperCase(),
      timezone: dashboard?.timezone ?? 'UTC',
      status: 'active',
      hasWriteAccess: undefined,
    };
  }

  async sale(grant: Grant, at: AdAccount, chargeId: string): Promise<SaleRecord | undefined> {
    const query = { 'expand[0]': 'refunds', 'expand[1]': 'dispute' };
    const request = await this.#get(grant, `charges/${encodeURIComponent(chargeId)}`, query, at.id);
    const found = await this.#client.json(request, charge).catch(unlessGone);
    return found && saleOf(found, await this.#refunds(grant, at, found));
  }

  async *changed(grant: Grant, at: AdAccount, { since, until }: ChangedRange): AsyncGenerator<SaleRecord[]> {
    const created = { 'created[gte]': seconds(since), 'created[lt]': seconds(until) };
    const seen = new Set<string>();
    for await (const page of this.#pages(grant, at, { path: 'charges', query: { ...created, ...EXPAND } }, chargePage)) {
      const sales: SaleRecord[] = [];
      for (const each of page) sales.push(saleOf(each, await this.#refunds(grant, at, each)));
      for (const { id } of sales) seen.add(id);
      yield sales;
    }
    if (until > this.#clock.now() - EVENT_DAYS * DAY_MS) yield* this.#eventful(grant, at, created, seen);
  }

  /** Earlier charges that refunds, disputes and other events have changed. */
  async *#eventful(
    grant: Grant,
    at: AdAccount,
    created: Record<string, string>,
    seen: Set<string>,
  ): AsyncGenerator<SaleRecord[]> {
    const types = Object.fromEntries(EVENT_TYPES.map((type, index) => [`types[${index}]`, type]));
    for await (const page of this.#pages(grant, at, { path: 'events', query: { ...created, ...types } }, eventPage))
      for (const { livemode, data } of page) {
        const id = chargeOf(data.object);
        if (!livemode || id === undefined || seen.has(id)) continue;
        seen.add(id);
        const sale = await this.sale(grant, at, id);
        if (sale) yield [sale];
      }
  }

  /** The charge carries ten of them. */
  async #refunds(grant: Grant, at: AdAccount, { id, refunds }: Charge): Promise<Refund[]> {
    if (!refunds?.has_more) return refunds?.data ?? [];
    const all: Refund[] = [];
    for await (const page of this.#pages(grant, at, { path: 'refunds', query: { charge: id } }, refundPage)) all.push(...page);
    return all;
  }

  async *#pages<Row extends { id: string }>(
    grant: Grant,
    at: AdAccount,
    { path, query }: { path: string; query: Record<string, string> },
    shape: z.ZodType<{ data: Row[]; has_more: boolean }>,
  ): AsyncGenerator<Row[]> {
    let after: string | undefined;
    for (let isOver = false; !isOver; ) {
      const place = after === undefined ? {} : { starting_after: after };
      const request = await this.#get(grant, path, { limit: ROWS, ...query, ...place }, at.id);
      const page = await this.#client.json(request, shape);
      yield page.data;
      after = page.data.at(-1)?.id;
      isOver = !page.has_more || after === undefined;
    }
  }

  /** Replaces an endpoint that an earlier grant registered at the address: its secret is shown once. */
  async subscribe(grant: Grant, at: AdAccount, url: string) {
    for await (const page of this.#pages(grant, at, { path: 'webhook_endpoints', query: {} }, endpointPage))
      for (const endpoint of page.filter((each) => each.url === url)) await this.unsubscribe(grant, at.id, endpoint.id);
    const events = Object.fromEntries(EVENT_TYPES.map((type, index) => [`enabled_events[${index}]`, type]));
    const { id, secret } = await this.#client.json(
      {
        method: 'POST',
        path: 'webhook_endpoints',
        form: { url, api_version: VERSION, ...events },
        headers: await this.#headers(grant),
        account: at.id,
        isRepeatable: false,
      },
      hook,
    );
    return { hookId: id, secret: new Secret(secret) };
  }

  async unsubscribe(grant: Grant, accountId: string, hookId: string): Promise<void> {
    const path = `webhook_endpoints/${encodeURIComponent(hookId)}`;
    const request = {
      method: 'DELETE' as const,
      path,
      headers: await this.#headers(grant),
      account: accountId,
      isRepeatable: true,
    };
    await this.#client.send(request).catch(unlessGone);
  }
}

const seconds = (at: number): string => String(Math.floor(at / 1000));

function unlessGone(error: unknown): undefined {
  if (error instanceof ProviderFailure && error.outcome === 'not_found') return undefined;
  throw error;
}
