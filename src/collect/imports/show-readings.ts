// All readings of a file as plain JSON in the terms of docs/layouts.md, for tools that compare what was read with what is right. Small files alone: they are in memory.
import { readOpened, sheetChooser, textScorer } from './import-file.ts';
import { readLayouts } from './layout/layouts.ts';
import type { Layout } from './layout/shape.ts';
import { type OpenOptions, openFile } from './open/open-file.ts';
import type { FileSummary, ImportContext, Reading } from './reading.ts';
import { ReadingSums } from './sums.ts';

/** The list that a reading is shown in. */
const LISTS: Readonly<Record<Reading['kind'], string>> = {
  sale: 'sales',
  refund: 'refunds',
  reversal: 'reversals',
  won_back: 'won_back',
  receipt: 'receipts',
  deal: 'deals',
  spend: 'spend',
  event: 'events',
  outcome: 'outcomes',
  identify: 'identifies',
  alias: 'aliases',
  aggregate: 'aggregates',
  customer: 'customers',
  left_out: 'left_out',
};

/** Microseconds since 1970 as RFC 3339, with a fraction where there is one. */
function microsText(micros: number): string {
  const fraction = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const seconds = new Date(Math.floor(micros / 1_000_000) * 1000).toISOString().slice(0, 19);
  return `${seconds}${fraction === '' ? '' : `.${fraction}`}Z`;
}

/** Instants as text, and the fields of events and sums beside the others. */
function shown(reading: Reading): object {
  const { kind, ...rest } = reading;
  const at = 'at' in rest && rest.at !== undefined ? { at: microsText(rest.at) } : {};
  const values = 'values' in rest ? rest.values : {};
  const type = kind === 'outcome' ? { kind: reading.type } : {};
  const { values: _values, ...fields } = { values: undefined, ...rest };
  return { ...fields, ...values, ...type, ...at };
}

export interface ReadFile {
  name: string;
  readings: Reading[];
  summary: FileSummary;
  /** As docs/layouts.md shows a reading. */
  expect: Record<string, unknown>;
}

function expectOf(readings: readonly Reading[], summary: FileSummary): Record<string, unknown> {
  const lists: Record<string, object[]> = {};
  const sums = new ReadingSums();
  for (const reading of readings) {
    const list = lists[LISTS[reading.kind]] ?? [];
    list.push(shown(reading));
    lists[LISTS[reading.kind]] = list;
    sums.add(reading);
  }
  const expect: Record<string, unknown> = { ...lists };
  if (summary.refuse) Object.assign(expect, { refuse: summary.refuse.reason, say: summary.refuse.words });
  if (summary.questions.length > 0)
    Object.assign(expect, { ask: summary.questions.map(({ ask }) => ask), questions: summary.questions });
  if (summary.warnings.length > 0) expect['warn'] = summary.warnings;
  const total = sums.byCurrency();
  if (Object.keys(total).length > 0) expect['total'] = total;
  return { ...expect, layout: summary.layout };
}

/**
 * @param parquetRows Without it a Parquet file is refused.
 * @param layouts Layouts that may be recognised: all that ship, or that of a mapping alone.
 * @throws UnusableFile for a file that cannot be read at all.
 */
export async function readReadings(
  path: string,
  name: string,
  context: ImportContext,
  parquetRows?: OpenOptions['parquetRows'],
  layouts: readonly Layout[] = readLayouts(),
): Promise<ReadFile[]> {
  const options: OpenOptions = {
    zone: context.zone,
    chooseSheet: sheetChooser(layouts),
    scoreOfText: textScorer(layouts),
    encoding: context.replies?.['encoding'],
    ...(parquetRows && { parquetRows }),
  };
  const opened = await openFile(path, name, options);
  const read: ReadFile[] = [];
  try {
    for (const each of opened) {
      const { readings: batches, summary } = await readOpened(each.file, context, layouts);
      const readings: Reading[] = [];
      for await (const batch of batches()) readings.push(...batch);
      read.push({ name: each.name, readings, summary, expect: expectOf(readings, summary) });
    }
  } finally {
    for (const { close } of opened) close();
  }
  return read;
}
