// Spend from Meta's insights: short ranges at once, longer ones by a report that Meta prepares, and where either is too much for Meta,
// half of the range, then half of the campaigns.
import { setTimeout as pause } from 'node:timers/promises';
import type { AdAccount, AdSpend, Grant } from '../ad-platform.ts';
import { type DayRange, daysIn, halvesOf, portionsOf } from '../day-ranges.ts';
import { ProviderFailure } from '../http/failure.ts';
import { readWholeReport, spendKey } from '../whole-report.ts';
import { isTooLarge, type MetaApi } from './api.ts';
import { outcomeOfError } from './errors.ts';
import { type Insight, insight, reportStart, reportState } from './shapes.ts';
import { spendOf } from './translate.ts';

/** Days whose rows are in memory together. */
const PORTION_DAYS = 10;
const DAYS_AT_ONCE = 3;
/** So often rows are read at once before Meta prepares a report of them. */
const READINGS_AT_ONCE = 2;
const ROWS = 500;
const FIELDS =
  'account_currency,campaign_id,campaign_name,adset_id,adset_name,ad_id,ad_name,date_start,date_stop,spend,impressions,clicks,reach,' +
  'frequency,inline_link_clicks,actions,action_values,video_thruplay_watched_actions';
const MAX_POLL_MS = 15_000;
const MAX_REPORT_MS = 10 * 60_000;

interface Part {
  range: DayRange;
  /** All where absent. */
  campaigns?: readonly string[];
}

export interface InsightsOptions {
  api: MetaApi;
  /** The first pause between two polls of a report. */
  pollMs: number;
}

export async function* readInsights(
  options: InsightsOptions,
  grant: Grant,
  account: AdAccount,
  range: DayRange,
): AsyncGenerator<AdSpend[]> {
  const reader = new InsightsReader(options, grant, account);
  for (const portion of portionsOf(range, PORTION_DAYS)) yield* reader.read({ range: portion });
}

class InsightsReader {
  readonly #api: MetaApi;
  readonly #pollMs: number;
  readonly #grant: Grant;
  readonly #account: string;
  readonly #path: string;

  constructor({ api, pollMs }: InsightsOptions, grant: Grant, { id }: AdAccount) {
    this.#api = api;
    this.#pollMs = pollMs;
    this.#grant = grant;
    this.#account = id;
    this.#path = `act_${id}/insights`;
  }

  /** Yields nothing of a part before all of it is there: half of it and then its halves would count twice. */
  async *read(part: Part): AsyncGenerator<AdSpend[]> {
    const rows = await this.#rowsOf(part).catch((error: unknown) => {
      if (isTooLarge(error)) return error;
      throw error;
    });
    if (Array.isArray(rows)) {
      yield rows;
      return;
    }
    const smaller = await this.#smallerParts(part);
    if (smaller.length === 0) throw rows;
    for (const each of smaller) yield* this.read(each);
  }

  /** Rows that are read at once may move between pages; those of a report that Meta prepares do not, so it is the last resort. */
  #rowsOf(part: Part): Promise<AdSpend[]> {
    const isAtOnce = (reading: number): boolean => reading <= READINGS_AT_ONCE && daysIn(part.range) <= DAYS_AT_ONCE;
    return readWholeReport({
      provider: 'meta',
      keyOf: spendKey,
      isFixed: (reading) => !isAtOnce(reading),
      pages: (reading) => this.#spendPages(part, isAtOnce(reading)),
    });
  }

  async *#spendPages(part: Part, isAtOnce: boolean): AsyncGenerator<{ rows: AdSpend[] }> {
    const query = queryOf(part);
    const pages = isAtOnce ? this.#pages(this.#path, query) : this.#pages(`${await this.#prepareReport(query)}/insights`, {});
    for await (const page of pages) yield { rows: page.map(spendOf) };
  }

  #pages(path: string, query: Record<string, string>): AsyncGenerator<Insight[]> {
    return this.#api.pages(this.#grant, { path, query, rows: ROWS, account: this.#account }, insight);
  }

  /** The id of a report that is ready. */
  async #prepareReport(form: Record<string, string>): Promise<string> {
    const start = { method: 'POST', path: this.#path, form, account: this.#account, isRepeatable: true } as const;
    const { report_run_id: id } = await this.#api.json(start, reportStart, await this.#grant.accessToken());
    const query = { fields: 'async_status,async_percent_completion,error_code,error_subcode,error_message' };
    for (
      let [waited, pauseMs] = [0, this.#pollMs];
      waited <= MAX_REPORT_MS;
      waited += pauseMs, pauseMs = Math.min(MAX_POLL_MS, pauseMs * 1.5)
    ) {
      const poll = { method: 'GET', path: id, query, account: this.#account } as const;
      const state = await this.#api.json(poll, reportState, await this.#grant.accessToken());
      if (state.async_status === 'Job Completed' && state.async_percent_completion === 100) return id;
      if (state.async_status === 'Job Failed' || state.async_status === 'Job Skipped') throw failureOf(state);
      await pause(pauseMs);
    }
    throw new ProviderFailure('meta', 'unavailable', 'meta: a report was not ready in time');
  }

  async #smallerParts({ range, campaigns }: Part): Promise<Part[]> {
    const halves = halvesOf(range);
    if (halves.length > 0) return halves.map((half) => ({ range: half, ...(campaigns ? { campaigns } : {}) }));
    const all = campaigns ?? (await this.#campaignsOf(range));
    if (all.length < 2) return [];
    const middle = Math.ceil(all.length / 2);
    return [
      { range, campaigns: all.slice(0, middle) },
      { range, campaigns: all.slice(middle) },
    ];
  }

  /** The campaigns that had figures on these days, deleted ones too. */
  async #campaignsOf(range: DayRange): Promise<string[]> {
    const query = { level: 'campaign', fields: 'campaign_id,date_start', time_range: timeRangeOf(range) };
    const found = new Set<string>();
    for await (const page of this.#pages(this.#path, query))
      for (const { campaign_id: id } of page) if (id !== undefined) found.add(id);
    return [...found];
  }
}

const timeRangeOf = ({ from, to }: DayRange): string => JSON.stringify({ since: from, until: to });

const queryOf = ({ range, campaigns }: Part): Record<string, string> => ({
  level: 'ad',
  time_increment: '1',
  time_range: timeRangeOf(range),
  fields: FIELDS,
  action_attribution_windows: JSON.stringify(['1d_click', '7d_click', '1d_view']),
  ...(campaigns ? { filtering: JSON.stringify([{ field: 'campaign.id', operator: 'IN', value: campaigns }]) } : {}),
});

function failureOf(state: {
  error_code?: number | undefined;
  error_subcode?: number | undefined;
  error_message?: string | undefined;
}): ProviderFailure {
  const { error_code: code, error_subcode, error_message: message } = state;
  const outcome = code === undefined ? 'unavailable' : outcomeOfError({ code, error_subcode, message });
  const details = { code: code === undefined ? undefined : `${code}`, reason: message };
  return new ProviderFailure('meta', outcome, 'meta: a report failed', details);
}
