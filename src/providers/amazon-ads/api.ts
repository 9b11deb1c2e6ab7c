// Requests to Amazon's advertising API, at the hosts of three regions: a profile is at one of them alone.
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { AdAccount, Grant } from '../ad-platform.ts';
import type { RequestBudget } from '../http/budget.ts';
import { ProviderClient, type ProviderRequest } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import { judgeAmazon } from './errors.ts';

export const PROVIDER = 'amazon_ads';
const HOSTS = {
  na: 'https://advertising-api.amazon.com',
  eu: 'https://advertising-api-eu.amazon.com',
  fe: 'https://advertising-api-fe.amazon.com',
} as const;
export type Region = keyof typeof HOSTS;
export const REGIONS: readonly Region[] = ['na', 'eu', 'fe'];
/** Lists of the third version have pages of 500, the others of 100. */
const ROWS = { many: 500, few: 100 } as const;
/** A list longer than this is a loop. */
const MAX_PAGES = 2_000;

export const failure = (outcome: ProviderFailure['outcome'], message: string): ProviderFailure =>
  new ProviderFailure(PROVIDER, outcome, `${PROVIDER}: ${message}`);

export interface ListAddress {
  path: string;
  type: string;
  rows?: keyof typeof ROWS;
}

export interface ApiOptions {
  clientId: string;
  /** Asked instead of all of Amazon's own addresses, with the region in front of the path. */
  url: string | undefined;
  budget: RequestBudget;
  timeoutMs: number;
  log?: Logger;
}

export class AmazonApi {
  readonly #clients: ReadonlyMap<string, ProviderClient>;
  readonly #clientId: string;

  constructor({ clientId, url, budget, timeoutMs, log }: ApiOptions) {
    this.#clientId = clientId;
    const common = { provider: PROVIDER, judge: judgeAmazon, budget, timeoutMs, requestIdHeader: 'x-amzn-requestid' };
    const baseUrlOf = (region: Region): string => (url === undefined ? HOSTS[region] : `${url.replace(/\/$/, '')}/${region}`);
    this.#clients = new Map(
      REGIONS.map((region) => [region, new ProviderClient({ ...common, baseUrl: baseUrlOf(region), ...(log ? { log } : {}) })]),
    );
  }

  /** Of a region, before a profile is known. */
  askRegion<Shape extends z.ZodType>(grant: Grant, region: Region, path: string, shape: Shape): Promise<z.infer<Shape>> {
    return this.#ask(grant, region, { method: 'GET', path }, shape);
  }

  /** Of a profile, at the host that has it. */
  ask<Shape extends z.ZodType>(
    grant: Grant,
    { id, loginAccountId = '' }: AdAccount,
    request: ProviderRequest,
    shape: Shape,
  ): Promise<z.infer<Shape>> {
    const headers = { ...request.headers, 'amazon-advertising-api-scope': id };
    return this.#ask(grant, loginAccountId, { ...request, headers, account: id }, shape);
  }

  async #ask<Shape extends z.ZodType>(grant: Grant, region: string, request: ProviderRequest, shape: Shape) {
    const client = this.#clients.get(region);
    if (!client) throw failure('not_found', 'the region of the profile is not known');
    const headers = {
      authorization: `Bearer ${(await grant.accessToken()).reveal()}`,
      'amazon-advertising-api-clientid': this.#clientId,
      ...request.headers,
    };
    return client.json({ ...request, headers }, shape);
  }

  /** Every page of a list, which is a POST and changes nothing. */
  async *list<Row>(
    grant: Grant,
    account: AdAccount,
    { path, type, rows: most = 'many' }: ListAddress,
    shape: z.ZodType<{ rows: Row[]; next: string | undefined }>,
  ): AsyncGenerator<Row[]> {
    const headers = { 'content-type': type, accept: type };
    let nextToken: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const json = { maxResults: ROWS[most], ...(nextToken === undefined ? {} : { nextToken }) };
      const request = { method: 'POST', path, headers, json, isRepeatable: true } as const;
      const { rows, next } = await this.ask(grant, account, request, shape);
      yield rows;
      if (next === undefined) return;
      if (next === nextToken) throw failure('unusable', 'a list repeats itself');
      nextToken = next;
    }
    throw failure('unusable', 'a list does not end');
  }

  /** Every page of a list that is counted from its start, as those of Sponsored Display are. */
  async *counted<Row>(grant: Grant, account: AdAccount, path: string, shape: z.ZodType<Row[]>): AsyncGenerator<Row[]> {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = new URLSearchParams({ startIndex: String(page * ROWS.few), count: String(ROWS.few) });
      const rows = await this.ask(grant, account, { method: 'GET', path: `${path}?${query}` }, shape);
      yield rows;
      if (rows.length < ROWS.few) return;
    }
    throw failure('unusable', 'a list does not end');
  }
}
