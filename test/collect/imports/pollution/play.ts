// Plays polluted files against the reader: is each ready and right, asked about or refused, or wrong in silence?
import { Dice } from '../dice.ts';
import { readingOf } from '../reading.ts';
import { pollute } from './pollute.ts';
import type { Sample } from './samples.ts';
import { bytesOf, PLAIN } from './sheet.ts';

/**
 * `right`: ready, with the rows, sums, refunds and days of the sample; or not ready where the sample is not either.
 * `told`: ready, but rows that the sample counts are left out, each with its reason. `rows`: the sums are right, rows or days are not.
 */
export type Verdict = 'right' | 'asked' | 'refused' | 'told' | 'rows' | 'sums';

const LISTS = [
  'sales',
  'refunds',
  'reversals',
  'won_back',
  'receipts',
  'deals',
  'spend',
  'aggregates',
  'events',
  'outcomes',
  'identifies',
  'aliases',
] as const;
/** What decides figures; names of campaigns and persons beside them do not. */
const DECIDING = [
  'amount',
  'spend',
  'currency',
  'at',
  'day',
  'reference',
  'of',
  'why',
  'state',
  'kind',
  'visitors',
  'visits',
  'pageviews',
];

type Read = Readonly<Record<string, unknown>>;

function rowsOf(read: Read): string[] {
  return LISTS.flatMap((list) => {
    const rows = (read[list] ?? []) as Record<string, unknown>[];
    return rows.map((row) => `${list} ${JSON.stringify(DECIDING.map((key) => row[key] ?? null))}`);
  }).sort();
}

const sumsOf = (read: Read): string =>
  JSON.stringify(Object.entries((read['total'] ?? {}) as Record<string, string>).sort(([a], [b]) => (a < b ? -1 : 1)));

const isStopped = (read: Read): boolean => read['ask'] !== undefined || read['refuse'] !== undefined;
const unreadable = (read: Read): number =>
  ((read['left_out'] ?? []) as { reason: string }[]).filter(({ reason }) => reason === 'unreadable').length;

function judge(read: Read, right: Read): Verdict {
  if (isStopped(right)) return isStopped(read) ? 'right' : 'sums';
  if (read['ask'] !== undefined) return 'asked';
  if (read['refuse'] !== undefined) return 'refused';
  const [got, wanted] = [rowsOf(read), rowsOf(right)];
  if (got.join('\n') === wanted.join('\n') && sumsOf(read) === sumsOf(right)) return 'right';
  // Rows that are there must be rows of the sample: what is missing is named.
  const isPart = got.every((row) => wanted.includes(row)) && got.length + unreadable(read) - unreadable(right) >= wanted.length;
  if (isPart) return 'told';
  return sumsOf(read) === sumsOf(right) ? 'rows' : 'sums';
}

export interface Played {
  sample: string;
  kinds: string[];
  verdict: Verdict;
  bytes: Buffer;
  read: Read;
}

async function readOrRefused(bytes: Buffer, context: Sample['context']): Promise<Read> {
  try {
    return await readingOf(bytes, context);
  } catch (error) {
    return { refuse: 'not_readable', say: String(error) };
  }
}

export async function playClean({ name, sheet, context, right }: Sample): Promise<Played> {
  const bytes = bytesOf(sheet, PLAIN);
  const read = await readOrRefused(bytes, context);
  return { sample: name, kinds: ['clean'], verdict: judge(read, right), bytes, read };
}

/** The polluted file that follows from a seed. */
export async function play(samples: readonly Sample[], seed: number): Promise<Played> {
  const dice = new Dice(seed);
  const sample = samples[dice.below(samples.length)] as Sample;
  const { bytes, kinds } = pollute(sample.sheet, dice);
  const read = await readOrRefused(bytes, sample.context);
  return { sample: sample.name, kinds, verdict: judge(read, sample.right), bytes, read };
}
