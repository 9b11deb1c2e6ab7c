// Spend from Amazon's reports: ordered, awaited for minutes to an hour, then fetched as a packed file from a storage host of Amazon, which gets no token.
// A reading that gave up goes on with the same report when it is tried again.
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { AdAccount, AdSpend, Grant } from '../ad-platform.ts';
import { type DayRange, portionsOf } from '../day-ranges.ts';
import { ProviderFailure } from '../http/failure.ts';
import { parseJson } from '../http/json.ts';
import { createReportFiles } from '../reading/report-file.ts';
import { readWholeReport } from '../whole-report.ts';
import { type AmazonApi, failure, PROVIDER } from './api.ts';
import * as shapes from './shapes.ts';
import { spendOf } from './translate.ts';

const DAYS_AT_ONCE = 31;
const ORDERS = 3;
const MAX_BYTES = 256 * 1024 * 1024;
const STORAGE = /(?:^|\.)(?:amazonaws|amazon)\.com$/;
const TYPE = 'application/vnd.createasyncreportrequest.v3+json';
const COLUMNS = ['date', 'campaignId', 'campaignName', 'campaignBudgetCurrencyCode', 'impressions', 'clicks', 'cost'];
/** Sponsored Products by ad, the others by campaign, which are seen in fewer public clients (2026-11-29). */
const PRODUCTS = [
  {
    adProduct: 'SPONSORED_PRODUCTS',
    reportTypeId: 'spAdvertisedProduct',
    groupBy: ['advertiser'],
    columns: [...COLUMNS, 'adGroupId', 'adGroupName', 'adId'],
  },
  { adProduct: 'SPONSORED_BRANDS', reportTypeId: 'sbCampaigns', groupBy: ['campaign'], columns: COLUMNS },
  { adProduct: 'SPONSORED_DISPLAY', reportTypeId: 'sdCampaigns', groupBy: ['campaign'], columns: COLUMNS },
];
type Product = (typeof PRODUCTS)[number];

export interface Patience {
  maxMs: number;
  pollMs: number;
}

export class AmazonReports {
  readonly #api: AmazonApi;
  readonly #patience: Patience;
  readonly #fetchFile: (link: string) => Promise<Buffer>;
  /** Reports that were ordered and not read yet, by what they are about. */
  readonly #waiting = new Map<string, string>();

  constructor(api: AmazonApi, { url, report }: { url: string | undefined; report: Patience }) {
    this.#api = api;
    this.#patience = report;
    const isStorage = (hostname: string): boolean => STORAGE.test(hostname);
    this.#fetchFile = createReportFiles({ provider: PROVIDER, url, isStorage, pollMs: report.pollMs });
  }

  async *read(grant: Grant, account: AdAccount, range: DayRange): AsyncGenerator<AdSpend[]> {
    for (const portion of portionsOf(range, DAYS_AT_ONCE))
      for (const product of PRODUCTS) {
        const rows = await readWholeReport({
          provider: PROVIDER,
          isFixed: () => true,
          keyOf: ({ date, campaignId, adId = '' }: shapes.Row): string => `${date} ${campaignId} ${adId}`,
          pages: () => this.#pages(grant, account, portion, product),
        });
        yield rows.map(spendOf);
      }
  }

  async *#pages(grant: Grant, account: AdAccount, range: DayRange, product: Product) {
    const link = await this.#linkOf(grant, account, range, product);
    // A report without rows has no file.
    if (link === undefined) return;
    const rows = rowsOf(await this.#fetchFile(link));
    if (rows.some(({ campaignBudgetCurrencyCode: code }) => code !== undefined && code !== account.currency))
      throw failure('unusable', 'a report is in another currency than the account');
    yield { rows };
  }

  /** A report that could not be made is ordered again, a few times. */
  async #linkOf(grant: Grant, account: AdAccount, { from, to }: DayRange, product: Product) {
    const key = [account.id, product.adProduct, from, to].join(' ');
    const json = {
      name: `${product.reportTypeId} ${from} ${to}`,
      startDate: from,
      endDate: to,
      configuration: { ...product, timeUnit: 'DAILY', format: 'GZIP_JSON' },
    };
    const headers = { 'content-type': TYPE };
    for (let order = 1; order <= ORDERS; order += 1) {
      const request = { method: 'POST', path: 'reporting/reports', headers, json, isRepeatable: true } as const;
      const reportId = this.#waiting.get(key) ?? (await this.#api.ask(grant, account, request, shapes.ordered));
      this.#waiting.set(key, reportId);
      const ready = await this.#awaited(grant, account, reportId);
      this.#waiting.delete(key);
      if (ready) return ready.url;
    }
    throw failure('unavailable', 'the report could not be made');
  }

  /** Undefined for a report that has to be ordered again. */
  async #awaited(grant: Grant, account: AdAccount, reportId: string): Promise<{ url: string | undefined } | undefined> {
    const { maxMs, pollMs } = this.#patience;
    for (const deadline = performance.now() + maxMs; performance.now() < deadline; ) {
      const state = await this.#stateOf(grant, account, reportId);
      if (state === undefined || state.status === 'FAILED') return undefined;
      if (state.status === 'COMPLETED') return { url: state.url };
      await pause(pollMs);
    }
    throw failure('unavailable', 'the report was not ready in time');
  }

  /** Undefined for a report that is not there any more. */
  async #stateOf(grant: Grant, account: AdAccount, reportId: string) {
    const request = { method: 'GET', path: `reporting/reports/${encodeURIComponent(reportId)}` } as const;
    try {
      return await this.#api.ask(grant, account, request, shapes.prepared);
    } catch (error) {
      if (error instanceof ProviderFailure && error.outcome === 'not_found') return undefined;
      throw error;
    }
  }
}

function rowsOf(file: Buffer): shapes.Row[] {
  const found = shapes.rows.safeParse(parseJson(unpacked(file).toString('utf8')));
  if (!found.success) throw failure('unusable', 'the file of the report does not have the documented rows');
  return found.data;
}

function unpacked(file: Buffer): Buffer {
  try {
    return gunzipSync(file, { maxOutputLength: MAX_BYTES });
  } catch {
    throw failure('unusable', 'the file of the report is not packed as a whole');
  }
}
