// Spend from Microsoft's reports: requested, awaited, then fetched as a packed CSV file from a storage host, which gets no credential and must be one
// of Microsoft's own.
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { AdAccount, AdSpend, Grant } from '../ad-platform.ts';
import { createOutside, type Outside, OutsideRefusal } from '../http/guard.ts';
import { roundedAmount } from '../money.ts';
import { readWholeReport, spendKey } from '../whole-report.ts';
import { failure, type MicrosoftAdsApi, type MicrosoftAdsOptions, PROVIDER } from './api.ts';
import { unpackOnlyFile } from './archive.ts';
import { polled, submitted } from './shapes.ts';
import { microsoftNameOf } from './timezones.ts';

const STORAGE_HOST = /(?:^|\.)blob\.core\.windows\.net$/;
const LOOPBACK = '127.0.0.1';
const DAYS_AT_ONCE = 31;
const ROWS_AT_ONCE = 1_000;
const MAX_PACKED_BYTES = 64 * 1024 * 1024;
const MAX_BYTES = 256 * 1024 * 1024;
const DOWNLOAD_MS = 60_000;
const DOWNLOAD_ATTEMPTS = 3;
const PATIENCE = { maxMs: 300_000, pollMs: 2_000 };
/** Any zone would do for an account whose own is not known: it only decides which day is today. */
const GREENWICH = 'GreenwichMeanTimeDublinEdinburghLisbonLondon';
const COLUMNS = [
  'TimePeriod',
  'CampaignId',
  'CampaignName',
  'AdGroupId',
  'AdGroupName',
  'AdId',
  'CurrencyCode',
  'Impressions',
  'Clicks',
  'Spend',
];

interface Range {
  from: string;
  to: string;
}

export class MicrosoftReports {
  readonly #api: MicrosoftAdsApi;
  readonly #patience: { maxMs: number; pollMs: number };
  readonly #outside: Outside;
  readonly #ownHost: string | undefined;

  constructor(api: MicrosoftAdsApi, { url, report = PATIENCE }: MicrosoftAdsOptions) {
    this.#api = api;
    this.#patience = report;
    this.#ownHost = url === undefined ? undefined : new URL(url).hostname;
    const isLocal = this.#ownHost === LOOPBACK;
    this.#outside = createOutside(isLocal ? { isAllowed: (address) => address === LOOPBACK, ports: 'any' } : {});
  }

  async *read(grant: Grant, account: AdAccount, range: Range): AsyncGenerator<AdSpend[]> {
    for (const part of partsOf(range))
      yield await readWholeReport({
        provider: PROVIDER,
        keyOf: spendKey,
        isFixed: () => true,
        pages: () => this.#pages(grant, account, part),
      });
  }

  async *#pages(grant: Grant, account: AdAccount, range: Range): AsyncGenerator<{ rows: AdSpend[] }> {
    const url = await this.#linkOf(grant, account, range);
    // A report without rows has no file.
    if (url === undefined) return;
    for await (const rows of rowsOf(unpacked(await this.#download(url)), account.currency)) yield { rows };
  }

  async #linkOf(grant: Grant, account: AdAccount, range: Range): Promise<string | undefined> {
    const ask = { service: 'reports', account } as const;
    const json = { ReportRequest: requestOf(account, range) };
    const { ReportRequestId } = await this.#api.ask(grant, { ...ask, path: 'GenerateReport/Submit', json }, submitted);
    for (const deadline = performance.now() + this.#patience.maxMs; performance.now() < deadline; ) {
      const question = { ...ask, path: 'GenerateReport/Poll', json: { ReportRequestId } };
      const { Status, ReportDownloadUrl } = (await this.#api.ask(grant, question, polled)).ReportRequestStatus;
      if (Status === 'Success') return ReportDownloadUrl ?? undefined;
      if (Status === 'Error') throw failure('unavailable', 'the report could not be made');
      await pause(this.#patience.pollMs);
    }
    throw failure('unavailable', 'the report was not ready in time');
  }

  async #download(link: string): Promise<Buffer> {
    const url = URL.parse(link);
    const isStorage = url?.protocol === 'https:' && STORAGE_HOST.test(url.hostname);
    if (!isStorage && url?.hostname !== this.#ownHost)
      throw failure('unusable', 'the report is at a host that is not its storage');
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#fetch(link);
      if (answer !== undefined) return answer;
      if (attempt === DOWNLOAD_ATTEMPTS) throw failure('unavailable', 'the file of the report cannot be fetched');
      await pause(this.#patience.pollMs);
    }
  }

  /** Undefined where another attempt may help. */
  async #fetch(link: string): Promise<Buffer | undefined> {
    try {
      const { status, body } = await this.#outside(link, { timeoutMs: DOWNLOAD_MS, maxBytes: MAX_PACKED_BYTES });
      return status === 200 ? body : undefined;
    } catch (error) {
      if (!(error instanceof OutsideRefusal)) throw error;
      if (['unresolved', 'unreachable', 'slow'].includes(error.reason)) return undefined;
      throw failure(error.reason === 'long' ? 'too_large' : 'unusable', 'the file of the report cannot be fetched');
    }
  }
}

function* partsOf({ from, to }: Range): Generator<Range> {
  const last = Temporal.PlainDate.from(to);
  for (let day = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(day, last) <= 0; ) {
    const end = day.add({ days: DAYS_AT_ONCE - 1 });
    const until = Temporal.PlainDate.compare(end, last) > 0 ? last : end;
    yield { from: day.toString(), to: until.toString() };
    day = until.add({ days: 1 });
  }
}

const requestOf = ({ id, timezone }: AdAccount, { from, to }: Range) => ({
  Type: 'AdPerformanceReportRequest',
  Format: 'Csv',
  FormatVersion: '2.0',
  Aggregation: 'Daily',
  ExcludeReportHeader: true,
  ExcludeReportFooter: true,
  ReturnOnlyCompleteData: false,
  Columns: COLUMNS,
  Scope: { AccountIds: [id] },
  Time: {
    CustomDateRangeStart: dateOf(from),
    CustomDateRangeEnd: dateOf(to),
    ReportTimeZone: microsoftNameOf(timezone) ?? GREENWICH,
  },
});

function dateOf(text: string): { Day: number; Month: number; Year: number } {
  const { day, month, year } = Temporal.PlainDate.from(text);
  return { Day: day, Month: month, Year: year };
}

function unpacked(archive: Buffer): Buffer {
  try {
    return unpackOnlyFile(archive, MAX_BYTES);
  } catch {
    throw failure('unusable', 'the file of the report is no whole archive');
  }
}

/** Large counts may have commas. */
const count = z
  .string()
  .transform((text) => text.replaceAll(',', ''))
  .pipe(z.string().regex(/^\d+$/).transform(Number));

const reportRow = z.object({
  TimePeriod: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  CampaignId: z.string(),
  CampaignName: z.string().optional(),
  AdGroupId: z.string(),
  AdGroupName: z.string().optional(),
  AdId: z.string(),
  CurrencyCode: z.string().optional(),
  Impressions: count,
  Clicks: count,
  Spend: z.string().transform((text) => roundedAmount(text.replaceAll(',', ''))),
});

/** The rows of a report's CSV file, in portions. @throws ProviderFailure `unusable` for a file of another shape or currency. */
export async function* rowsOf(csv: Buffer, currency: string): AsyncGenerator<AdSpend[]> {
  let portion: AdSpend[] = [];
  try {
    for await (const row of Readable.from([csv]).pipe(parse({ columns: true, bom: true, skip_empty_lines: true }))) {
      portion.push(spendOf(reportRow.parse(row), currency));
      if (portion.length < ROWS_AT_ONCE) continue;
      yield portion;
      portion = [];
    }
  } catch {
    throw failure('unusable', 'the file of the report does not have the documented columns');
  }
  if (portion.length > 0) yield portion;
}

function spendOf(row: z.infer<typeof reportRow>, currency: string): AdSpend {
  if (row.CurrencyCode !== undefined && row.CurrencyCode !== currency) throw new RangeError('another currency');
  return {
    day: row.TimePeriod,
    campaignId: row.CampaignId,
    adSetId: row.AdGroupId,
    adId: row.AdId,
    ...(row.CampaignName ? { campaignName: row.CampaignName } : {}),
    ...(row.AdGroupName ? { adSetName: row.AdGroupName } : {}),
    spend: row.Spend,
    impressions: row.Impressions,
    clicks: row.Clicks,
  };
}
