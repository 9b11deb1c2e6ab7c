// Stitched facts in batches for landing, in order, wherever they are: of the archive rows of a segment, of the journal lines written
// out to a file. Quarantined facts are left out of both.
import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadBase } from '../../base/base.ts';
import { PARSING, type Segment } from '../../base/journal/archive.ts';
import { type FactSource, TELLING_FIELDS, type TellingField } from './model-statements.ts';
import { quarantinedSeqs } from './quarantine.ts';

/** Most facts of a batch of the journal. */
const JOURNAL_FACTS = 200_000;
/**
 * Most facts of a batch of the archive, as many as a segment has at most. Several small ones are one batch: rows that do not fill a row group are
 * written twice, to the log and to the file.
 */
const SEALED_FACTS = 1_000_000;
/** Facts are read and written in pages, so that the service answers others between two of them. */
const PAGE_FACTS = 500;

/**
 * Most bytes of the facts of a round that hold lists: a day of spend of 20,000 ads has 5 MB, which DuckDB needs twenty times while it reads
 * them. A round that begins below it is never empty.
 */
const ROUND_BYTES = 4_194_304;
/** The same of a batch of a build, which has more memory. */
export const BUILD_BYTES = 33_554_432;

/** DuckDB reserves twice the configured longest line, per thread. */
const LEAST_LINE_BYTES = 1_048_576;

export interface FactsBatch {
  source: FactSource;
  after: bigint;
  /** The number of facts to land. */
  count: number;
  hasSpend: boolean;
  hasAdObjects: boolean;
  /** Fields that no body of them has, as far as that is known. */
  absent: ReadonlySet<TellingField>;
  /** The first of them. */
  firstSeq: bigint | undefined;
  /** The last seq the batch represents, quarantined ones included; `after` when there was nothing to read. */
  upTo: bigint;
}

/** Where a batch ends at the latest. */
export interface Bounds {
  facts: number;
  /** For facts with lists: a batch ends with the page that reaches it. */
  bytes: number;
  /** The last seq; what is stitched ends before when that is less, or when this is absent. */
  upTo?: bigint | undefined;
}

/** A new file's name in the profile's landing folder. */
export const landingFile = (base: ReadBase, profileId: string): string =>
  join(base.warehouse.landingFolder(profileId), `${randomUUID()}.ndjson`);

/** Passes the facts after `after`, up to a number, to `work`. */
export async function withFacts<T>(
  base: ReadBase,
  profileId: string,
  after: bigint,
  limit: number,
  work: (batch: FactsBatch) => Promise<T>,
): Promise<T> {
  const batch = await batchAfter(base, profileId, after, { facts: limit, bytes: ROUND_BYTES });
  try {
    return await work(batch);
  } finally {
    await drop(batch);
  }
}

/**
 * One batch after the other, until there are no more. While the caller lands one, the next is written out: that is this process's
 * work, landing the warehouse's. `bounds` may change between two batches.
 */
export async function* factBatches(base: ReadBase, profileId: string, from: bigint, bounds: Bounds): AsyncGenerator<FactsBatch> {
  let after = from;
  let next = batchAfter(base, profileId, after, bounds);
  try {
    for (;;) {
      const batch = await next;
      if (batch.upTo === after) return;
      after = batch.upTo;
      next = batchAfter(base, profileId, after, bounds);
      next.catch(() => undefined); // the consumer of the batch receives the error
      try {
        yield batch;
      } finally {
        await drop(batch);
      }
    }
  } finally {
    await next.then(drop, () => undefined);
  }
}

async function drop({ source }: FactsBatch): Promise<void> {
  if ('json' in source) await rm(source.json, { force: true });
}

async function batchAfter(base: ReadBase, profileId: string, after: bigint, bounds: Bounds): Promise<FactsBatch> {
  const stitched = base.state.cursor('stitched', profileId);
  const upTo = leastOf(stitched, bounds.upTo ?? stitched);
  const range = { after, upTo, facts: bounds.facts, bytes: bounds.bytes };
  const leaveOut = quarantinedSeqs(base, profileId).filter((seq) => seq > after && seq <= upTo);
  const written = await journalBatch(base, profileId, range, leaveOut);
  if (written) return written;
  const segments = segmentsOf(base.archive.segments(profileId), range);
  for (const segment of segments) await base.archive.requireSound(segment);
  return sealedBatch(segments, range, leaveOut);
}

/** The segment of the first fact, and those behind it that are parsed as well, as far as there is room for all of their facts. */
function segmentsOf(all: readonly Segment[], { after, upTo, facts }: Range): Segment[] {
  const at = all.findIndex(({ lastSeq }) => lastSeq > after);
  const first = all[at];
  if (!first) throw new Error(`the facts from ${after + 1n} on are neither in the journal nor in the archive`);
  if (first.parsing !== PARSING) return [first];
  let left = Math.min(facts, SEALED_FACTS) - Number(first.lastSeq - after);
  const more = all.slice(at + 1).findIndex(({ parsing, rows, firstSeq }) => {
    left -= rows;
    return parsing !== PARSING || left < 0 || firstSeq > upTo;
  });
  return more < 0 ? all.slice(at) : all.slice(at, at + 1 + more);
}

interface Range {
  after: bigint;
  upTo: bigint;
  facts: number;
  bytes: number;
}

/** Undefined when there is a next fact and the journal does not have it any more. */
async function journalBatch(
  base: ReadBase,
  profileId: string,
  { after, upTo, facts, bytes }: Range,
  leaveOut: bigint[],
): Promise<FactsBatch | undefined> {
  const path = landingFile(base, profileId);
  const source = { json: path, lineBytes: LEAST_LINE_BYTES };
  const absent = new Set(TELLING_FIELDS);
  const batch: FactsBatch = {
    source,
    after,
    count: 0,
    hasSpend: false,
    hasAdObjects: false,
    absent,
    firstSeq: undefined,
    upTo: after,
  };
  const file = await open(path, 'w');
  try {
    let written = 0;
    for (let left = Math.min(facts, JOURNAL_FACTS); left > 0 && written < bytes && batch.upTo < upTo; ) {
      const page = base.journal.linesToLand(profileId, batch.upTo, upTo, Math.min(left, PAGE_FACTS), leaveOut);
      // The next facts may be sealed while these are written.
      if (page?.firstSeq !== batch.upTo + 1n) break;
      batch.count += page.count;
      batch.firstSeq ??= page.firstWritten;
      batch.hasSpend ||= page.kinds.has('spend_day');
      batch.hasAdObjects ||= page.kinds.has('ad_objects');
      for (const field of absent) if (page.lines.includes(`"${field}"`)) absent.delete(field);
      left -= Number(page.lastSeq - batch.upTo);
      if (page.kinds.has('spend_day') || page.kinds.has('ad_objects')) written += page.lines.length;
      source.lineBytes = Math.max(source.lineBytes, page.longestLine + 1);
      batch.upTo = page.lastSeq;
      if (page.count > 0) await file.writeFile(page.lines);
    }
    await file.close();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  if (batch.upTo > after || facts === 0 || after >= upTo) return batch;
  await rm(path, { force: true });
  return undefined;
}

function sealedBatch(segments: Segment[], { after, upTo: bound, facts }: Range, leaveOut: bigint[]): FactsBatch {
  const lastSeq = segments.at(-1)?.lastSeq ?? after;
  const most = facts < lastSeq - after ? after + BigInt(facts) : lastSeq;
  const upTo = leastOf(most, lastSeq, bound);
  const left = leaveOut.filter((seq) => seq <= upTo);
  let first = after + 1n;
  while (left.includes(first)) first += 1n;
  return {
    source: { segments, after, upTo, leaveOut: left.map(String) },
    after,
    count: Number(upTo - after) - left.length,
    // Not looked for: an absent kind costs little.
    hasSpend: true,
    hasAdObjects: true,
    absent: new Set(),
    firstSeq: first <= upTo ? first : undefined,
    upTo,
  };
}

export const leastOf = (first: bigint, ...others: bigint[]): bigint =>
  others.reduce((least, other) => (other < least ? other : least), first);
