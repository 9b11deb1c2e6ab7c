// Shops at Shopify as sources of payments, by its GraphQL.

import type { Logger } from 'pino';
import { z } from 'zod';
import type { Config } from '../../base/config/config.ts';
import type { Clock } from '../../base/kit/clock.ts';
import type { AdAccount, Grant } from '../ad-platform.ts';
import { RequestBudget } from '../http/budget.ts';
import { ProviderClient } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { ConnectField } from '../reading/connect-field.ts';
import type { ChangedRange, RecordSource, SaleRecord } from '../record-source.ts';
import { Secret } from '../secret.ts';
import { shopOfToken } from './address.ts';
import { judgeShopify, shopifyErrors } from './errors.ts';
import { PRODUCT_TOPICS, readShopifyHook, TOPICS } from './hooks.ts';
import { createShopifyOAuth } from './oauth.ts';
import type { OpenShopify, Variables } from './open-shop.ts';
import {
  between,
  CHANGED_ORDERS,
  DISPUTED_ORDERS,
  DISPUTES,
  HOOKS,
  MAKE_HOOK,
  ONE_ORDER,
  REMOVE_HOOK,
  SHOP,
  TRANSACTIONS,
  UNINSTALL,
} from './queries.ts';
import {
  anyAnswer,
  type Dispute,
  disputedOrdersAnswer,
  disputesAnswer,
  hookMadeAnswer,
  hooksAnswer,
  type Order,
  orderAnswer,
  ordersAnswer,
  shopAnswer,
} from './shapes.ts';
import { createShopifyReader } from './shop.ts';
import { saleOf } from './translate.ts';

const SCOPES = ['read_orders', 'read_shopify_payments_disputes'];
/** Without it the products are not copied; everything else works. */
const CATALOGUE = ['read_products'];
/** Shopify shows orders of the last 60 days without it. */
const ALL_ORDERS = 'read_all_orders';
const REQUESTS_PER_MINUTE = 300;
const MAX_WAIT_MS = 60_000;
const TIMEOUT_MS = 30_000;
const PORTION_DAYS = 30;
const DAY_MS = 86_400_000;
/** A dispute is over by then. Whether it changes its order for the list of changed orders is not documented. */
const DISPUTE_DAYS = 120;

const FIELDS: readonly ConnectField[] = [
  { name: 'shop', label: 'Shop domain', hint: 'Such as north.myshopify.com', isSecret: false },
];

export interface ShopifyOptions {
  clock: Clock;
  log?: Logger;
  timeoutMs?: number;
}

/** Undefined where this installation is not registered as an app. */
export function createShopify(settings: Config['providers']['shopify'], options: ShopifyOptions): RecordSource | undefined {
  const { clientId, clientSecret, url, apiVersion, allOrders } = settings;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const addressOf = (shop: string): string => (url === undefined ? `https://${shop}` : `${url}/${shop}`);
  const api = new Shopify((shop) => `${addressOf(shop)}/admin/api/${encodeURIComponent(apiVersion)}`, options);
  const secret = new Secret(clientSecret);
  const scopes = allOrders ? [...SCOPES, ALL_ORDERS] : SCOPES;
  return {
    id: 'shopify',
    scopes: { read: scopes, write: [], catalogue: CATALOGUE },
    versionEnds: versionEnds(apiVersion),
    portionDays: PORTION_DAYS,
    hookPlace: 'connection',
    fields: FIELDS,
    oauth: createShopifyOAuth({
      clientId,
      clientSecret: secret,
      scopes: [...scopes, ...CATALOGUE],
      addressOf,
      uninstall: (token) => api.uninstall(token),
    }),
    listAccounts: async (grant) => [await api.account(grant)],
    readChanged: (grant, _account, range) => api.changed(grant, range),
    read: (grant, _account, ref) => api.sale(grant, ref.id),
    readHook: (request) => readShopifyHook(request, secret),
    subscribe: (grant, _account, hook) => api.subscribe(grant, hook.url),
    unsubscribe: (grant, _accountId, hookId) => api.unsubscribe(grant, hookId.split(',')),
    shop: createShopifyReader((grant, once) => api.open(grant, once)),
  };
}

/** A version works for twelve months. */
const versionEnds = (version: string): string | undefined =>
  /^\d{4}-\d\d$/.test(version) ? `${Number(version.slice(0, 4)) + 1}-${version.slice(5)}-01` : undefined;

class Shopify {
  readonly #baseUrlOf: (shop: string) => string;
  readonly #options: ShopifyOptions;
  readonly #budget: RequestBudget;

  constructor(baseUrlOf: (shop: string) => string, options: ShopifyOptions) {
    this.#baseUrlOf = baseUrlOf;
    this.#options = options;
    this.#budget = new RequestBudget({ clock: options.clock, perMinute: REQUESTS_PER_MINUTE, maxWaitMs: MAX_WAIT_MS });
  }

  async open(grant: Grant, once?: { timeoutMs: number }): Promise<OpenShopify> {
    const { shop, token } = shopOfToken(await grant.accessToken());
    const { log, timeoutMs = once?.timeoutMs ?? TIMEOUT_MS } = this.#options;
    const client = new ProviderClient({
      provider: 'shopify',
      baseUrl: this.#baseUrlOf(shop),
      headers: { 'x-shopify-access-token': token.reveal() },
      errors: shopifyErrors,
      judge: judgeShopify,
      budget: this.#budget,
      timeoutMs,
      ...(once ? { attempts: 1 } : {}),
      ...(log ? { log } : {}),
    });
    const send = async <T>(json: { query: string; variables: Variables }, isRepeatable: boolean, shape: z.ZodType<T>) => {
      const request = { method: 'POST' as const, path: 'graphql.json', json, account: shop, isRepeatable };
      return (await client.json(request, z.object({ data: shape }))).data;
    };
    return {
      shop,
      ask: (query, variables, shape) => send({ query, variables }, true, shape),
      change: (query, variables, shape) => send({ query, variables }, false, shape),
    };
  }

  async account(grant: Grant): Promise<AdAccount> {
    const opened = await this.open(grant);
    const { shop } = await opened.ask(SHOP, {}, shopAnswer);
    return {
      id: opened.shop,
      name: shop.name,
      currency: shop.currencyCode,
      timezone: shop.ianaTimezone ?? 'UTC',
      status: 'active',
      hasWriteAccess: undefined,
    };
  }

  /** Undefined for an order that is not shown: it may be older than the grant reaches, and still count. */
  async sale(grant: Grant, id: string): Promise<SaleRecord | undefined> {
    const opened = await this.open(grant);
    const { order } = await opened.ask(ONE_ORDER, { id: `gid://shopify/Order/${id}` }, orderAnswer);
    return order ? (await this.#sales(opened, [order]))[0] : undefined;
  }

  async *changed(grant: Grant, { since, until }: ChangedRange): AsyncGenerator<SaleRecord[]> {
    const opened = await this.open(grant);
    let after: string | undefined;
    for (let isOver = false; !isOver; ) {
      const variables = { query: between('updated_at', since, until), after };
      const { nodes, pageInfo } = (await opened.ask(CHANGED_ORDERS, variables, ordersAnswer)).orders;
      yield await this.#sales(opened, await this.#whole(opened, nodes));
      after = pageInfo.endCursor ?? undefined;
      isOver = !pageInfo.hasNextPage || after === undefined;
    }
    if (until > this.#options.clock.now() - DAY_MS) yield* this.#disputed(opened, since - DISPUTE_DAYS * DAY_MS);
  }

  /** Orders whose disputes began in the last months: their outcome may have changed. */
  async *#disputed(opened: OpenShopify, since: number): AsyncGenerator<SaleRecord[]> {
    const ids = new Set<string>();
    let after: string | undefined;
    for (let isOver = false; !isOver; ) {
      const variables = { query: between('initiated_at', since), after };
      const page = await opened.ask(DISPUTED_ORDERS, variables, disputedOrdersAnswer).catch(unlessForbidden);
      for (const { order } of page?.disputes.nodes ?? []) if (order) ids.add(order.id);
      after = page?.disputes.pageInfo.endCursor ?? undefined;
      isOver = !page?.disputes.pageInfo.hasNextPage || after === undefined;
    }
    for (const id of ids) {
      const { order } = await opened.ask(ONE_ORDER, { id: `gid://shopify/Order/${id}` }, orderAnswer);
      if (order) yield await this.#sales(opened, [order]);
    }
  }

  /** An order that may have more transactions than a page shows is read singly. */
  async #whole(opened: OpenShopify, orders: readonly Order[]): Promise<Order[]> {
    const whole: Order[] = [];
    for (const each of orders) {
      if (each.transactions.length < TRANSACTIONS) whole.push(each);
      else {
        const { order } = await opened.ask(ONE_ORDER, { id: `gid://shopify/Order/${each.id}` }, orderAnswer);
        whole.push(order ?? each);
      }
    }
    return whole;
  }

  async #sales(opened: OpenShopify, orders: readonly Order[]): Promise<SaleRecord[]> {
    const disputes = await this.#disputes(opened, orders);
    return orders.map((order) => saleOf(opened.shop, order, disputes));
  }

  /** The dispute on an order has no amount. */
  async #disputes(opened: OpenShopify, orders: readonly Order[]): Promise<Map<string, Dispute>> {
    const ids = orders.flatMap((order) => order.disputes.map(({ id }) => `gid://shopify/ShopifyPaymentsDispute/${id}`));
    if (ids.length === 0) return new Map();
    const found = await opened.ask(DISPUTES, { ids }, disputesAnswer).catch(unlessForbidden);
    return new Map((found?.nodes ?? []).flatMap((each) => (each ? [[each.id, each]] : [])));
  }

  /** Replaces the webhooks that an earlier grant registered at the address. */
  async subscribe(grant: Grant, uri: string) {
    const opened = await this.open(grant);
    const { webhookSubscriptions } = await opened.ask(HOOKS, {}, hooksAnswer);
    for (const existing of webhookSubscriptions.nodes.filter((each) => each.uri === uri))
      await opened.change(REMOVE_HOOK, { id: existing.id }, anyAnswer);
    const results: string[] = [];
    let refusal = '';
    for (const topic of TOPICS) {
      const { webhookSubscriptionCreate } = await opened.change(MAKE_HOOK, { topic, uri }, hookMadeAnswer);
      const { webhookSubscription, userErrors } = webhookSubscriptionCreate;
      if (webhookSubscription) results.push(webhookSubscription.id);
      else refusal = `${topic}: ${userErrors[0]?.message.slice(0, 200) ?? 'refused'}`;
    }
    for (const topic of PRODUCT_TOPICS) {
      const creation = await opened.change(MAKE_HOOK, { topic, uri }, hookMadeAnswer).catch(unlessForbidden);
      if (creation?.webhookSubscriptionCreate.webhookSubscription)
        results.push(creation.webhookSubscriptionCreate.webhookSubscription.id);
    }
    // Topics of disputes are refused where a shop has none; all of them, where the address is not https.
    if (results.length === 0) throw new ProviderFailure('shopify', 'rejected', `shopify: ${refusal}`);
    return { hookId: results.join() };
  }

  async unsubscribe(grant: Grant, ids: readonly string[]): Promise<void> {
    const opened = await this.open(grant);
    for (const id of ids) await opened.change(REMOVE_HOOK, { id }, anyAnswer);
  }

  /** Ends every token of the app for the shop. */
  async uninstall(accessToken: Secret): Promise<void> {
    const opened = await this.open({ accessToken: async () => accessToken });
    await opened.change(UNINSTALL, {}, anyAnswer).catch((error: unknown) => {
      // The shop has ended the grant, or is gone.
      if (!(error instanceof ProviderFailure && (error.outcome === 'reconnect' || error.outcome === 'not_found'))) throw error;
    });
  }
}

/** Not every shop has payments of Shopify, and disputes are theirs. */
function unlessForbidden(error: unknown): undefined {
  if (error instanceof ProviderFailure && error.outcome === 'forbidden') return undefined;
  throw error;
}
