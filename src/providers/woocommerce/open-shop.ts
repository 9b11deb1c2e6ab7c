// A shop whose interface is asked: its lists, single objects and webhooks.
import type { z } from 'zod';
import { changedPages } from '../changed-pages.ts';
import type { ProviderClient, ProviderRequest } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { ChangedRange, SaleRecord } from '../record-source.ts';
import type { Secret } from '../secret.ts';
import { ORDER_FIELDS, type Order, orders, refunds, webhook, webhooks } from './shapes.ts';
import { saleOf } from './translate.ts';

const ROWS = 100;
const SHORT_PAGES = 10;
const SECOND_MS = 1_000;

type Query = Record<string, string>;

export class OpenShop {
  readonly #client: ProviderClient;
  readonly id: string;

  constructor(client: ProviderClient, id: string) {
    this.#client = client;
    this.id = id;
  }

  get<Shape extends z.ZodType>(path: string, query: Query, shape: Shape): Promise<z.infer<Shape>> {
    return this.#client.json({ method: 'GET', path, query, account: this.id }, shape);
  }

  /** Orders that were changed in a range, the latest first. */
  modified(status: string, { since, until }: ChangedRange): AsyncGenerator<Order[]> {
    const from = {
      status,
      orderby: 'modified',
      order: 'desc',
      dates_are_gmt: 'true',
      per_page: String(ROWS),
      _fields: ORDER_FIELDS,
    };
    return changedPages({
      since,
      until,
      size: ROWS,
      changedAt: (row: Order) => row.date_modified_gmt,
      read: ({ after, before, offset }) => {
        const bounds = { modified_after: secondText(after), modified_before: secondText(before) };
        return this.get('wc/v3/orders', { ...from, ...bounds, offset: String(offset) }, orders);
      },
      endless: () => new ProviderFailure('woocommerce', 'unusable', 'woocommerce: the list of orders has no end'),
    });
  }

  async sale(each: Order): Promise<SaleRecord> {
    if (!each.refunds?.length) return saleOf(this.id, each, []);
    return saleOf(this.id, each, await this.#list(`wc/v3/orders/${each.id}/refunds`, 'id,amount,date_created_gmt', refunds));
  }

  webhooks(): Promise<z.infer<typeof webhooks>> {
    return this.#list('wc/v3/webhooks', 'id,delivery_url', webhooks);
  }

  /** A list that is short: at most a thousand rows of it. */
  async #list<Row>(path: string, fields: string, shape: z.ZodType<Row[]>): Promise<Row[]> {
    const all: Row[] = [];
    for (let page = 1; page <= SHORT_PAGES; page += 1) {
      const rows = await this.get(path, { per_page: String(ROWS), page: String(page), _fields: fields }, shape);
      all.push(...rows);
      if (rows.length < ROWS) break;
    }
    return all;
  }

  async addWebhook({ topic, url, secret }: { topic: string; url: string; secret: Secret }): Promise<string> {
    const json = { name: `Tributary ${topic}`, topic, delivery_url: url, secret: secret.reveal(), status: 'active' };
    const request: ProviderRequest = { method: 'POST', path: 'wc/v3/webhooks', json, account: this.id, isRepeatable: false };
    return (await this.#client.json(request, webhook)).id;
  }

  async removeWebhooks(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const path = `wc/v3/webhooks/${encodeURIComponent(id)}`;
      const request: ProviderRequest = { method: 'DELETE', path, query: { force: 'true' }, account: this.id, isRepeatable: true };
      await this.#client.send(request).catch(unlessGone);
    }
  }
}

/** To the second, in Greenwich time and without a zone. */
export const secondText = (at: number): string => new Date(Math.floor(at / SECOND_MS) * SECOND_MS).toISOString().slice(0, 19);

export function unlessGone(error: unknown): undefined {
  if (error instanceof ProviderFailure && error.outcome === 'not_found') return undefined;
  throw error;
}
