// Spend from a file: one row per ad and day, gathered by (platform, account, day) first, because a day of an account is replaced
// as a whole. Running a file twice adds nothing: a day that says what is in force already is not written again.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { faultOfId } from '../../base/rows/ids.ts';
import { fileHash } from '../../base/rows/row-file.ts';
import {
  type BackfillOptions,
  type BackfillReport,
  type GoodRow,
  loadFile,
  patiently,
  type SpendBody,
  type SpendRow,
  type Tally,
} from '../events/index.ts';
import { acceptSpend } from './accept-spend.ts';
import { noteAdditions, type PlannedDay, planDays, type SpendFile } from './on-conflict.ts';
import { MEASURES, readSpendDay } from './spend-day.ts';

const REQUIRED = ['platform', 'account_id', 'day', 'currency', 'spend'];
const COLUMNS = new Set([...REQUIRED, 'campaign_id', 'campaign_name', 'adset_id', 'adset_name', 'ad_id', 'ad_name', ...MEASURES]);
const DAYS_PER_WRITE = 200;
const ROW_PATH = /^rows\[\d+\]\./;

/** The rows of one day of an account, as far as the file was read. */
interface GatheredDay {
  day: Omit<SpendBody, 'rows'>;
  rows: SpendRow[];
  firstLine: number;
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim());

const IDS = ['account_id', 'campaign_id', 'adset_id', 'ad_id'];

function refuseLostIds(record: Record<string, unknown>): void {
  for (const column of IDS) {
    const fault = faultOfId(record[column]);
    if (fault !== undefined) throw new ApiError('validation_error', `${column}: ${fault}.`);
  }
}

/** A single row is a day with one row: an error of either is reported with the row's line. */
function readRow(record: Record<string, unknown>, now: number): SpendBody {
  refuseLostIds(record);
  const sent = {
    platform: text(record['platform']),
    account_id: text(record['account_id']),
    currency: text(record['currency']),
    day: text(record['day']),
    rows: [record],
  };
  return readSpendDay(sent, now);
}

function gather(days: Map<string, GatheredDay>, row: GoodRow, now: number, tally: Tally): void {
  const { rows, ...day } = readRow(row.record, now);
  const name = JSON.stringify([day.platform, day.account_id, day.day]);
  const gathering = days.get(name) ?? { day, rows: [], firstLine: row.line };
  if (gathering.day.currency !== day.currency) {
    tally.reject(
      row.line,
      `currency: ${day.currency}, but line ${gathering.firstLine} has the same account and day in ${gathering.day.currency}.`,
      row.record,
    );
    return;
  }
  gathering.rows.push(...rows);
  days.set(name, gathering);
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) throw error;
  return error.message.replace(ROW_PATH, '');
};

/** Adds up the rows of each ad; a day whose sums are out of bounds is reported with its first line. */
function wholeDays(days: Iterable<GatheredDay>, now: number, tally: Tally): { day: SpendBody; rows: number }[] {
  const whole: { day: SpendBody; rows: number }[] = [];
  for (const { day, rows, firstLine } of days) {
    try {
      whole.push({ day: readSpendDay({ ...day, rows }, now), rows: rows.length });
    } catch (error) {
      const reason = reasonOf(error);
      for (let i = 0; i < rows.length; i += 1) tally.reject(firstLine, reason);
    }
  }
  return whole;
}

/** Writes what was planned. @returns How many of the days are new or changed. */
export async function writeDays(base: Base, file: SpendFile, planned: readonly PlannedDay[]): Promise<number> {
  const changed = planned.filter(({ effect }) => effect !== 'same');
  noteAdditions(base, file, changed);
  for (let from = 0; from < changed.length; from += DAYS_PER_WRITE) {
    const some = changed.slice(from, from + DAYS_PER_WRITE).map(({ day }) => day);
    await patiently(() => acceptSpend(base, file.profileId, some));
  }
  return changed.length;
}

interface KeptPlan {
  /** Keeps what is planned, or answers what was planned before an interruption. */
  keepPlan?: ((plan: () => Promise<PlannedDay[]>) => Promise<PlannedDay[]>) | undefined;
}

/**
 * Loads spend from a CSV, NDJSON or Parquet file, plain or gzipped.
 * @throws UnusableFile when the file is none of them, SpendConflict where it meets days that came before.
 */
export function backfillSpend(
  base: Base,
  options: BackfillOptions & Pick<SpendFile, 'onConflict' | 'readerOf'> & KeptPlan,
): Promise<BackfillReport> {
  const { profileId, dryRun = false, onConflict, readerOf, keepPlan } = options;
  const now = base.clock.now();
  const days = new Map<string, GatheredDay>();
  return loadFile(base, options, {
    kind: 'spend',
    // Part of a day would take the place of the whole day.
    isAllOrNothing: true,
    required: REQUIRED,
    isKnown: (column) => COLUMNS.has(column),
    take: async (rows, tally) => {
      for (const row of rows) {
        for (const column in row.record) if (!COLUMNS.has(column)) tally.unknown(column);
        try {
          gather(days, row, now, tally);
        } catch (error) {
          tally.reject(row.line, reasonOf(error), row.record);
        }
      }
    },
    finish: async (tally) => {
      const whole = wholeDays(days.values(), now, tally);
      const file = { profileId, content: await fileHash(options.file), onConflict, readerOf };
      const plan = () =>
        planDays(
          base,
          file,
          whole.map(({ day }) => day),
        );
      const planned = keepPlan && !dryRun ? await keepPlan(plan) : await plan();
      if (!dryRun) await writeDays(base, file, planned);
      for (const [i, { rows }] of whole.entries()) {
        if (planned[i]?.effect === 'same') tally.duplicates += rows;
        else tally.accepted += rows;
      }
    },
  });
}
