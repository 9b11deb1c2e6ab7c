// Requests to Reddit's Ads API v3: lists and reports in pages, of which each names the whole address of the next one.
import type { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import { ProviderClient, type ProviderClientOptions, type ProviderRequest } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import { addressOfLink } from '../reading/next-link.ts';
import { judgeReddit } from './errors.ts';
import { pageOf, type ReportRow, reportPageOf, reportRow } from './shapes.ts';

export const PROVIDER = 'reddit';
/** Reddit refuses clients that do not say who they are. */
export const USER_AGENT = 'tributary (self-hosted marketing attribution)';
const ROWS = '100';
/** A list longer than this is a loop. */
const MAX_PAGES = 5_000;

export const failure = (outcome: ProviderFailure['outcome'], message: string): ProviderFailure =>
  new ProviderFailure(PROVIDER, outcome, `${PROVIDER}: ${message}`);

export interface Page<Row> {
  rows: Row[];
  next: string | undefined;
}

export class RedditApi {
  readonly #client: ProviderClient;
  readonly #baseUrl: string;

  constructor(options: Omit<ProviderClientOptions, 'provider' | 'judge' | 'headers'>) {
    this.#baseUrl = options.baseUrl;
    const headers = { 'user-agent': USER_AGENT };
    this.#client = new ProviderClient({ ...options, headers, provider: PROVIDER, judge: judgeReddit });
  }

  /** Every page of a list. */
  list<Row extends z.ZodType>(
    grant: Grant,
    { path, account }: { path: string; account?: string },
    row: Row,
  ): AsyncGenerator<z.infer<Row>[]> {
    const own = account === undefined ? {} : { account };
    return this.#pages<z.infer<Row>>(grant, { method: 'GET', path, query: { 'page.size': ROWS }, ...own }, pageOf(row));
  }

  /** Every page of a report: each is the same question, asked at the address that the page before names. */
  report(grant: Grant, { path, json, account }: { path: string; json: unknown; account: string }): AsyncGenerator<ReportRow[]> {
    const request = { method: 'POST', path, query: { 'page.size': ROWS }, json, account, isRepeatable: true } as const;
    return this.#pages<ReportRow>(grant, request, reportPageOf(reportRow));
  }

  async *#pages<Row>(grant: Grant, first: ProviderRequest, shape: z.ZodType<Page<Row>>): AsyncGenerator<Row[]> {
    let request = first;
    let seen: string | undefined;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const headers = { authorization: `Bearer ${(await grant.accessToken()).reveal()}` };
      const { rows, next } = await this.#client.json({ ...request, headers }, shape);
      yield rows;
      if (next === undefined || next === '') return;
      if (next === seen) throw failure('unusable', 'a list repeats itself');
      seen = next;
      const { query: _first, ...same } = first;
      request = { ...same, ...addressOfLink(PROVIDER, this.#baseUrl, next) };
    }
    throw failure('unusable', 'a list does not end');
  }
}
