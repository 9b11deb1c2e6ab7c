// Reports with one row per thing and day, in pages or in one piece. Rows may move while pages are read: one comes twice, and another is passed
// over. So a reading counts only if it is proved to be whole; otherwise the report is read again, and one that never is fails as a whole.
import { isDeepStrictEqual } from 'node:util';
import type { AdSpend } from './ad-platform.ts';
import { ProviderFailure } from './http/failure.ts';

const READINGS = 3;

export interface ReportPage<Row> {
  rows: readonly Row[];
  /** Rows of all pages, where the platform says how many. */
  total?: number;
}

export interface Report<Row> {
  provider: string;
  /** Names the thing and the day that a row is about. */
  keyOf: (row: Row) => string;
  /** Every page, from the beginning. @param reading From 1. */
  pages: (reading: number) => AsyncIterable<ReportPage<Row>>;
  /** Rows cannot move between pages of this reading: one that comes twice was repeated, and none was passed over. */
  isFixed?: (reading: number) => boolean;
}

interface Reading<Row> {
  /** Once each. */
  rows: Map<string, Row>;
  /** As they came. */
  sequence: Row[];
  isWhole: boolean;
  hasTotal: boolean;
}

/**
 * Each row of a report once. A row that comes again counts once, and is a sign that others were passed over: then the report is read again until
 * it has as many rows as the platform says, or, where it says nothing, until a reading has no repetition or is as the one before it, row by row. A
 * different row of the same thing and day says that the report changed while it was read, which also has it read again.
 * @throws ProviderFailure `unavailable` where no reading was whole, and what the pages throw.
 */
export async function readWholeReport<Row>(report: Report<Row>): Promise<Row[]> {
  let before: Reading<Row> | undefined;
  for (let reading = 1; reading <= READINGS; reading += 1) {
    const found = await readOnce(report, reading);
    const isSteady = found && before && !found.hasTotal && isDeepStrictEqual(found.sequence, before.sequence);
    if (found && (found.isWhole || isSteady)) return [...found.rows.values()];
    before = found;
  }
  const { provider } = report;
  throw new ProviderFailure(provider, 'unavailable', `${provider}: a report changed each time while it was read`);
}

/** Undefined where the pages contradict each other. */
async function readOnce<Row>({ keyOf, pages, isFixed }: Report<Row>, reading: number): Promise<Reading<Row> | undefined> {
  const rows = new Map<string, Row>();
  const sequence: Row[] = [];
  let total: number | undefined;
  for await (const page of pages(reading)) {
    if (page.total !== undefined && page.total !== (total ?? page.total)) return undefined;
    total ??= page.total;
    sequence.push(...page.rows);
    for (const row of page.rows) {
      const key = keyOf(row);
      if (rows.has(key) && !isDeepStrictEqual(rows.get(key), row)) return undefined;
      rows.set(key, row);
    }
  }
  const isWhole = total === undefined ? sequence.length === rows.size || isFixed?.(reading) === true : rows.size === total;
  return { rows, sequence, isWhole, hasTotal: total !== undefined };
}

/** Names the ad, or what is above it, and the day of a row of spend. */
export const spendKey = ({ day, campaignId, adSetId, adId }: AdSpend): string => JSON.stringify([day, campaignId, adSetId, adId]);

/** A report of spend that comes in one piece. */
export const wholeSpend = (provider: string, read: () => Promise<readonly AdSpend[]>): Promise<AdSpend[]> =>
  readWholeReport({
    provider,
    keyOf: spendKey,
    isFixed: () => true,
    pages: async function* () {
      yield { rows: await read() };
    },
  });
