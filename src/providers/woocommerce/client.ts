// Shops with WooCommerce as sources of payments. A shop is at an address that its merchant types in, with keys for its interface: it is asked
// through the guard, over https alone.

import type { Logger } from 'pino';
import type { Config } from '../../base/config/config.ts';
import type { Clock } from '../../base/kit/clock.ts';
import type { AdAccount, Grant } from '../ad-platform.ts';
import { RequestBudget } from '../http/budget.ts';
import { ProviderClient } from '../http/client.ts';
import { ProviderFailure, type ProviderOutcome } from '../http/failure.ts';
import { createOutside, type Outside } from '../http/guard.ts';
import type { ConnectField } from '../reading/connect-field.ts';
import { type ChangedRange, goneRecord, NO_CURRENCY, type RecordSource, type SaleRecord } from '../record-source.ts';
import type { Secret } from '../secret.ts';
import { readShop, type Shop, shopOfToken, tokenOfShop } from './address.ts';
import { judgeAnswer } from './errors.ts';
import { readWooCommerceHook, TOPICS } from './hooks.ts';
import { OpenShop, unlessGone } from './open-shop.ts';
import { currency, ORDER_FIELDS, order, orders, site } from './shapes.ts';
import { createWooCommerceReader } from './shop.ts';

const REQUESTS_PER_MINUTE = 240;
/** As long as a budget can last, so that the reading of a large shop goes on. */
const MAX_WAIT_MS = 60_000;
const TIMEOUT_MS = 30_000;
const PORTION_DAYS = 30;

const FIELDS: readonly ConnectField[] = [
  { name: 'shop', label: 'Shop address', hint: 'Such as https://shop.example', isSecret: false },
  {
    name: 'consumer_key',
    label: 'Consumer key',
    isSecret: true,
    hint: 'In WordPress: WooCommerce, Settings, Advanced, REST API, Add key, with the permission Read/Write (for the webhooks).',
  },
  { name: 'consumer_secret', label: 'Consumer secret', hint: 'Shown beside the consumer key.', isSecret: true },
];

export interface ShopOptions {
  clock: Clock;
  log?: Logger;
  /** The way to hosts that customers name. */
  outside: Outside;
  timeoutMs?: number;
}

/** It needs no registration. */
export function createWooCommerce(settings: Config['providers']['woocommerce'], options: ShopOptions): RecordSource {
  const api = new WooCommerce(settings.url, options);
  return {
    id: 'woocommerce',
    scopes: { read: [], write: [] },
    versionEnds: undefined,
    portionDays: PORTION_DAYS,
    hookPlace: 'connection',
    fields: FIELDS,
    openCredentials: async (values) => {
      const accessToken = tokenOfShop(readShop(values));
      return { accessToken, refreshToken: undefined, expiresAt: undefined, scopes: [] };
    },
    listAccounts: async (grant) => [await api.account(grant)],
    readChanged: (grant, _account, range) => api.changed(grant, range),
    read: async (grant, _account, ref) => (await api.sale(grant, ref.id)) ?? goneRecord(ref),
    readHook: readWooCommerceHook,
    subscribe: (grant, _account, { url, secret }) => api.subscribe(grant, url, secret),
    unsubscribe: (grant, _accountId, hookId) => api.unsubscribe(grant, hookId.split(',')),
    shop: createWooCommerceReader((grant, once) => api.open(grant, once)),
  };
}

class WooCommerce {
  readonly #override: string | undefined;
  readonly #options: ShopOptions;
  readonly #outside: Outside;
  readonly #budget: RequestBudget;

  constructor(override: string | undefined, options: ShopOptions) {
    this.#override = override;
    this.#options = options;
    // The operator's own word leads to any address.
    this.#outside =
      override === undefined ? options.outside : createOutside({ isAllowed: () => true, ports: 'any', asksInnerNames: true });
    this.#budget = new RequestBudget({ clock: options.clock, perMinute: REQUESTS_PER_MINUTE, maxWaitMs: MAX_WAIT_MS });
  }

  async open(grant: Grant, once?: { timeoutMs: number }): Promise<OpenShop> {
    const shop = shopOfToken(await grant.accessToken());
    const { log, timeoutMs = once?.timeoutMs ?? TIMEOUT_MS } = this.#options;
    const root = this.#override === undefined ? shop.url : `${this.#override}/${shop.id}`;
    const client = new ProviderClient({
      provider: 'woocommerce',
      baseUrl: `${root}/wp-json`,
      outside: this.#outside,
      budget: this.#budget,
      headers: { authorization: basicOf(shop) },
      judge: judgeAnswer,
      timeoutMs,
      ...(once ? { attempts: 1 } : {}),
      ...(log ? { log } : {}),
    });
    return new OpenShop(client, shop.id);
  }

  async account(grant: Grant): Promise<AdAccount> {
    const shop = await this.open(grant);
    // A key that may not read orders is refused here, before anything else.
    await shop.get('wc/v3/orders', { per_page: '1', _fields: ORDER_FIELDS }, orders);
    const { code } = await shop.get('wc/v3/data/currencies/current', {}, currency).catch(unlessHidden({ code: NO_CURRENCY }));
    const { name, timezone_string } = await shop
      .get('', { _fields: 'name,timezone_string' }, site)
      .catch(unlessHidden({ name: undefined, timezone_string: undefined }));
    return {
      id: shop.id,
      name: name ?? shop.id,
      currency: code,
      timezone: timezone_string ?? 'UTC',
      status: 'active',
      hasWriteAccess: undefined,
    };
  }

  async sale(grant: Grant, orderId: string): Promise<SaleRecord | undefined> {
    const shop = await this.open(grant);
    const found = await shop.get(`wc/v3/orders/${orderId}`, { _fields: ORDER_FIELDS }, order).catch(unlessGone);
    return found && shop.sale(found);
  }

  async *changed(grant: Grant, range: ChangedRange): AsyncGenerator<SaleRecord[]> {
    const shop = await this.open(grant);
    for (const status of ['any', 'trash'])
      for await (const page of shop.modified(status, range)) {
        const sales: SaleRecord[] = [];
        for (const each of page) sales.push(await shop.sale(each));
        yield sales;
      }
  }

  /** Replaces the webhooks that an earlier grant registered at the address. */
  async subscribe(grant: Grant, url: string, secret: Secret) {
    const shop = await this.open(grant);
    const hooks = await shop.webhooks();
    await shop.removeWebhooks(hooks.filter((each) => each.delivery_url === url).map(({ id }) => id));
    const ids: string[] = [];
    for (const topic of TOPICS) ids.push(await shop.addWebhook({ topic, url, secret }));
    return { hookId: ids.join() };
  }

  async unsubscribe(grant: Grant, ids: readonly string[]): Promise<void> {
    await (await this.open(grant)).removeWebhooks(ids);
  }
}

const basicOf = ({ key, secret }: Shop): string => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;

/** Settings that some shops hide are not needed for reading. */
const HIDDEN: readonly ProviderOutcome[] = ['reconnect', 'forbidden', 'not_found', 'rejected'];

const unlessHidden =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof ProviderFailure && HIDDEN.includes(error.outcome)) return instead;
    throw error;
  };
