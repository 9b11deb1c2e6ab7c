// Spend from Pinterest: figures of up to 250 named ads at once for the last 90 days, and for older days reports that Pinterest prepares, whose link
// lives five minutes and whose report an hour.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../base/kit/clock.ts';
import type { AdAccount, AdSpend, Grant } from '../ad-platform.ts';
import { type DayRange, portionsOf } from '../day-ranges.ts';
import { parseJson } from '../http/json.ts';
import { createReportFiles } from '../reading/report-file.ts';
import { readWholeReport } from '../whole-report.ts';
import { failure, type PinterestApi, PROVIDER } from './api.ts';
import * as shapes from './shapes.ts';
import { adIdOf, spendOf } from './translate.ts';

const DAY_MS = 86_400_000;
/** One day less than Pinterest reaches, for a day that ends meanwhile. */
const RECENT_DAYS = 89;
const PREPARED_DAYS = 186;
const ADS_AT_ONCE = 250;
const ORDERS = 3;
const COLUMNS = ['SPEND_IN_MICRO_DOLLAR', 'PAID_IMPRESSION', 'TOTAL_CLICKTHROUGH'];
const AGAIN: readonly string[] = ['EXPIRED', 'DOES_NOT_EXIST', 'CANCELLED', 'FAILED'];

export interface ReportOptions {
  clock: Clock;
  url: string | undefined;
  /** The time that a report may take, and the pause between two polls of it. */
  report: { maxMs: number; pollMs: number };
}

export class PinterestReports {
  readonly #api: PinterestApi;
  readonly #options: ReportOptions;
  readonly #fetchFile: (link: string) => Promise<Buffer>;

  constructor(api: PinterestApi, options: ReportOptions) {
    this.#api = api;
    this.#options = options;
    this.#fetchFile = createReportFiles({ provider: PROVIDER, url: options.url, pollMs: options.report.pollMs });
  }

  async *read(grant: Grant, account: AdAccount, ads: readonly string[], { from, to }: DayRange): AsyncGenerator<AdSpend[]> {
    const border = new Date(this.#options.clock.now() - (RECENT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
    const [recentFrom, oldTo] = [from > border ? from : border, to < border ? to : dayBefore(border)];
    if (to >= border)
      for (const portion of portionsOf({ from: recentFrom, to }, RECENT_DAYS))
        yield await this.#whole(() => this.#atOnce(grant, account, ads, portion));
    if (from < border)
      for (const portion of portionsOf({ from, to: oldTo }, PREPARED_DAYS))
        yield await this.#whole(() => this.#prepared(grant, account, portion));
  }

  async #whole(pages: () => AsyncIterable<{ rows: readonly shapes.Row[] }>): Promise<AdSpend[]> {
    const keyOf = (row: shapes.Row): string => `${row.DATE} ${adIdOf(row)}`;
    return (await readWholeReport({ provider: PROVIDER, keyOf, pages, isFixed: () => true })).map(spendOf);
  }

  async *#atOnce(grant: Grant, { id: account }: AdAccount, ads: readonly string[], { from, to }: DayRange) {
    for (let start = 0; start < ads.length; start += ADS_AT_ONCE) {
      const query = {
        ad_ids: ads.slice(start, start + ADS_AT_ONCE).join(','),
        start_date: from,
        end_date: to,
        granularity: 'DAY',
        columns: COLUMNS.join(','),
      };
      const path = `ad_accounts/${encodeURIComponent(account)}/ads/analytics`;
      yield { rows: await this.#api.ask(grant, { method: 'GET', path, query, account }, shapes.rows) };
    }
  }

  async *#prepared(grant: Grant, account: AdAccount, range: DayRange) {
    const link = await this.#linkOf(grant, account, range);
    // A report without rows has no file.
    if (link === undefined) return;
    const found = shapes.file.safeParse(parseJson((await this.#fetchFile(link)).toString('utf8')));
    if (!found.success) throw failure('unusable', 'the file of the report does not have the documented rows');
    yield { rows: found.data };
  }

  /** A report that ends badly is ordered again, a few times. */
  async #linkOf(grant: Grant, { id: account }: AdAccount, { from, to }: DayRange): Promise<string | undefined> {
    const path = `ad_accounts/${encodeURIComponent(account)}/reports`;
    const json = {
      start_date: from,
      end_date: to,
      granularity: 'DAY',
      level: 'PIN_PROMOTION',
      report_format: 'JSON',
      columns: ['PIN_PROMOTION_ID', ...COLUMNS],
    };
    for (let order = 1; order <= ORDERS; order += 1) {
      const request = { method: 'POST', path, json, account, isRepeatable: true } as const;
      const { token } = await this.#api.ask(grant, request, shapes.ordered);
      const ready = await this.#awaited(grant, { path, token, account });
      if (ready) return ready.url;
    }
    throw failure('unavailable', 'the report could not be made');
  }

  /** Undefined for a report that has to be ordered again. */
  async #awaited(grant: Grant, { path, token, account }: Record<'path' | 'token' | 'account', string>) {
    const { maxMs, pollMs } = this.#options.report;
    for (const deadline = performance.now() + maxMs; performance.now() < deadline; ) {
      const request = { method: 'GET', path, query: { token }, account } as const;
      const { report_status: status, url } = await this.#api.ask(grant, request, shapes.prepared);
      if (status === 'FINISHED') return { url };
      if (AGAIN.includes(status)) return undefined;
      await pause(pollMs);
    }
    throw failure('unavailable', 'the report was not ready in time');
  }
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
