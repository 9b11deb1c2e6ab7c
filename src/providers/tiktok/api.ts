// Requests to TikTok's API for Business. Its pages drift while they are read, so a list counts only when its rows are as many as every page said.
import type { z } from 'zod';
import type { Grant } from '../ad-platform.ts';
import { writing } from '../ad-writing.ts';
import { ProviderClient, type ProviderClientOptions, type ProviderRequest } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import { type ReportPage, readWholeReport } from '../whole-report.ts';
import { judgeTikTok } from './errors.ts';
import { answerOf, pageOf, receiptOf } from './shapes.ts';

const ROWS = 1_000;

export type App = { app_id: string; secret: string };

export interface ListRequest<Row> {
  path: string;
  query: Readonly<Record<string, string>>;
  account: string;
  keyOf: (row: Row) => string;
  /** More rows than this are too many to be in memory together. */
  maxRows?: number;
}

export class TikTokApi {
  readonly #client: ProviderClient;

  constructor(options: Omit<ProviderClientOptions, 'provider' | 'judge'>) {
    this.#client = new ProviderClient({ ...options, provider: 'tiktok', judge: judgeTikTok });
  }

  async data<Data extends z.ZodType>(request: ProviderRequest, data: Data, grant?: Grant): Promise<z.infer<Data>> {
    const headers = grant ? { 'access-token': (await grant.accessToken()).reveal() } : {};
    return this.#client.json({ ...request, headers }, answerOf(data));
  }

  /** A write; it is not repeated. */
  async write<Data extends z.ZodType>(
    grant: Grant,
    request: { path: string; json: Record<string, unknown>; account: string },
    data: Data,
  ): Promise<z.infer<Data>> {
    const headers = { 'access-token': (await grant.accessToken()).reveal() };
    return writing(this.#client.json({ ...request, method: 'POST', headers }, receiptOf(data)));
  }

  async send(request: ProviderRequest): Promise<void> {
    await this.#client.send(request);
  }

  /** Every row of a list. @throws ProviderFailure `too_large` for more than `maxRows`, `unavailable` where the pages keep drifting. */
  list<Row extends z.ZodType>(grant: Grant, request: ListRequest<z.infer<Row>>, row: Row): Promise<z.infer<Row>[]> {
    return readWholeReport({ provider: 'tiktok', keyOf: request.keyOf, pages: () => this.#pages(grant, request, row) });
  }

  async *#pages<Row extends z.ZodType>(
    grant: Grant,
    { path, query, account, maxRows = Number.POSITIVE_INFINITY }: ListRequest<z.infer<Row>>,
    row: Row,
  ): AsyncGenerator<ReportPage<z.infer<Row>>> {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const paged = { ...query, page: String(page), page_size: String(ROWS) };
      const answer = await this.data({ method: 'GET', path, query: paged, account }, pageOf(row), grant);
      const { total_number: total, total_page: last } = answer.page_info;
      if (total > maxRows) throw new ProviderFailure('tiktok', 'too_large', `tiktok: a list has ${total} rows`);
      yield { rows: answer.list, total };
      pages = last;
    }
  }
}
