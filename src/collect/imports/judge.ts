// What a file would add, before anything is written: its rows by outcome, the reason of each row that is left out, and sums by month and currency.
import { dayAt, shiftsOfZone } from '../../base/kit/time/zone-shifts.ts';
import type { FileHead, ImportPart } from './beside/parts.ts';
import type { FileSummary, LeftOut, Moment, Reading } from './reading.ts';
import { ReadingSums } from './sums.ts';

/** Rows that are left out for one reason. */
export interface LeftOutRows {
  reason: string;
  rows: number;
  /** The first of them, with what is said of each. */
  first: { line: number; words?: string }[];
}

export interface JudgedFile extends FileHead {
  rows: number;
  counts: Partial<Record<Reading['kind'], number>>;
  left_out: LeftOutRows[];
  /** `month`: YYYY-MM on the clocks of the file; exact decimal text. */
  sums: { month: string; currency: string; amount: string }[];
  /** Readings of which only the day is known. */
  days_only: number;
  summary: FileSummary;
}

const LISTED_ROWS = 20;

/** Of these there may be millions, and no sum by month. */
const MONEYLESS: ReadonlySet<Reading['kind']> = new Set(['event', 'identify', 'alias', 'outcome', 'aggregate', 'customer']);

export class LeftOutByReason {
  readonly #reasons = new Map<string, LeftOutRows>();

  add({ reason, line, words }: LeftOut & { line: number }): void {
    const rows = this.#reasons.get(reason) ?? { reason, rows: 0, first: [] };
    rows.rows += 1;
    if (rows.first.length < LISTED_ROWS) rows.first.push({ line, ...(words === undefined ? {} : { words }) });
    this.#reasons.set(reason, rows);
  }

  list(): LeftOutRows[] {
    return [...this.#reasons.values()].sort((a, b) => b.rows - a.rows);
  }
}

/** Counts and sums the readings of one file. */
class FileJudge {
  readonly #head: FileHead;
  readonly #counts: JudgedFile['counts'] = {};
  readonly #leftOut = new LeftOutByReason();
  readonly #sums = new Map<string, ReadingSums>();
  readonly #zone: ReturnType<typeof shiftsOfZone>;
  #daysOnly = 0;
  #before: { line: number; day: string } | undefined;

  constructor(head: FileHead) {
    this.#head = head;
    this.#zone = shiftsOfZone(head.zone ?? 'UTC');
  }

  add(reading: Reading): void {
    this.#counts[reading.kind] = (this.#counts[reading.kind] ?? 0) + 1;
    if (reading.kind === 'left_out') this.#leftOut.add(reading);
    if (MONEYLESS.has(reading.kind)) {
      if ('day' in reading && reading.day !== undefined) this.#daysOnly += 1;
      if (reading.kind === 'outcome') this.#sumsOf(this.#dayOf(reading))?.addOutcome(reading);
      return;
    }
    const day = this.#dayOf(reading);
    if (day === undefined) return;
    if (reading.kind !== 'spend' && 'day' in reading && reading.day !== undefined) this.#daysOnly += 1;
    if (reading.kind === 'deal') this.#sumsOf(day)?.addOutcome(reading);
    else this.#sumsOf(day)?.add(reading);
  }

  /** Of the month of the day. */
  #sumsOf(day: string | undefined): ReadingSums | undefined {
    if (day === undefined) return undefined;
    const month = day.slice(0, 7);
    const sums = this.#sums.get(month) ?? new ReadingSums();
    this.#sums.set(month, sums);
    return sums;
  }

  /** What a sale's own row says was returned has no time of its own: it is of the sale's day. */
  #dayOf(reading: Reading): string | undefined {
    const { at, day }: Moment = 'at' in reading || 'day' in reading ? reading : {};
    const own = at === undefined ? day : dayAt(this.#zone, at / 1000);
    if (own !== undefined) this.#before = { line: reading.line, day: own };
    return own ?? (this.#before?.line === reading.line ? this.#before.day : undefined);
  }

  end(summary: FileSummary): JudgedFile {
    const sums = [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      ...this.#head,
      rows: summary.rows,
      counts: this.#counts,
      left_out: this.#leftOut.list(),
      days_only: this.#daysOnly,
      summary,
      sums: sums.flatMap(([month, each]) =>
        Object.entries(each.byCurrency()).map(([currency, amount]) => ({ month, currency, amount })),
      ),
    };
  }
}

/** Reads all parts to their end. @param see Told of each reading, with the head of its file. */
export async function judge(
  parts: AsyncIterable<ImportPart>,
  see: (reading: Reading, head: FileHead) => void = () => undefined,
): Promise<JudgedFile[]> {
  const judged: JudgedFile[] = [];
  let current: { file: FileJudge; head: FileHead } | undefined;
  for await (const part of parts) {
    if ('head' in part) current = { file: new FileJudge(part.head), head: part.head };
    else if ('summary' in part) judged.push((current as NonNullable<typeof current>).file.end(part.summary));
    else
      for (const reading of part.readings) {
        current?.file.add(reading);
        if (current) see(reading, current.head);
      }
  }
  return judged;
}
