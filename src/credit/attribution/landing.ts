// Landing: takes facts and decisions from journal and state into a profile's DuckDB file, in one transaction with the cursors
// they reach. A crash leaves either all of a round or nothing of it.
import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Base } from '../../base/base.ts';
import { sqlText } from '../../base/kit/sql-files.ts';
import { type Decision, REPLAY_KINDS } from '../../base/state/decisions.ts';
import type { Row, Statement } from '../../base/warehouse/port.ts';
import { type BatchKinds, incrementStatements } from './models.ts';
import { quarantinedSeqs } from './quarantine.ts';

/** Most facts and decisions of one round: what the warehouse process holds meanwhile grows with them, 7 MB for 1,000. */
export const ROUND_FACTS = 10_000;
const ROUND_DECISIONS = 50_000;

/** How far a file has come. */
export interface Reached {
  landedSeq: bigint;
  landedDecision: bigint;
  schemaVersion: bigint;
}

/** Runs statements in one transaction of the file being landed into. */
export type Write = (statements: Statement[]) => Promise<Row[][]>;

export const cursorsStatement: Statement = { sql: sqlText('warehouse/credit/attribution/cursors_list') };

export function reachedOf(rows: Row[]): Reached {
  const value = (name: string): bigint => (rows.find((row) => row['name'] === name)?.['value'] as bigint | undefined) ?? 0n;
  return { landedSeq: value('landed_seq'), landedDecision: value('landed_decision'), schemaVersion: value('schema_version') };
}

const decisionLine = (decision: Decision): string =>
  `{"decision_no":${decision.decisionNo},"kind":"${decision.kind}","payload":${JSON.stringify(decision.payload ?? {})}}`;

/** Facts and decisions are read and written in pages, so that the service answers others between two of them. */
const PAGE_FACTS = 500;
const PAGE_DECISIONS = 2_000;

/** A file of the profile's landing folder that is gone when `work` ends. */
async function withFile<T>(base: Base, profileId: string, work: (path: string) => Promise<T>): Promise<T> {
  const path = join(base.warehouse.landingFolder(profileId), `${randomUUID()}.ndjson`);
  try {
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Facts written out for `landing/batch_from_json`. */
export interface FactsBatch {
  path: string;
  count: number;
  hasSpend: boolean;
  /** The first of them. */
  firstSeq: bigint | undefined;
  /** The last seq the batch stands for, quarantined ones included; `after` when there was nothing to read. */
  upTo: bigint;
}

/** The journal no longer has the fact that comes next: it was sealed, and only a build reads the archive. */
export class FactsSealed extends Error {}

/**
 * Writes out at most `limit` facts after `after` that stitching has passed, without the quarantined ones, and hands them to `work`.
 * @throws FactsSealed when the journal begins later.
 */
export function withFacts<T>(
  base: Base,
  profileId: string,
  after: bigint,
  limit: number,
  work: (batch: FactsBatch) => Promise<T>,
): Promise<T> {
  return withFile(base, profileId, async (path) => {
    const batch: FactsBatch = { path, count: 0, hasSpend: false, firstSeq: undefined, upTo: after };
    const file = await open(path, 'w');
    try {
      await writePages(base, profileId, limit, batch, (lines) => file.writeFile(lines));
    } finally {
      await file.close();
    }
    return work(batch);
  });
}

async function writePages(
  base: Base,
  profileId: string,
  limit: number,
  batch: FactsBatch,
  write: (lines: Buffer) => Promise<void>,
): Promise<void> {
  const stitched = base.state.cursor('stitched', profileId);
  const leaveOut = quarantinedSeqs(base, profileId);
  const after = batch.upTo;
  for (let left = limit; left > 0; left -= PAGE_FACTS) {
    const page = base.journal.linesToLand(profileId, batch.upTo, stitched, Math.min(left, PAGE_FACTS), leaveOut);
    if (!page) break;
    const { firstSeq, lastSeq, count, firstWritten, kinds, lines } = page;
    if (firstSeq !== batch.upTo + 1n) throw new FactsSealed(`the facts ${batch.upTo + 1n} to ${firstSeq - 1n} are sealed`);
    batch.count += count;
    batch.firstSeq ??= firstWritten;
    batch.hasSpend ||= kinds.has('spend_day');
    batch.upTo = lastSeq;
    if (count > 0) await write(lines);
  }
  // Nothing to read although more is stitched: all of it is sealed.
  if (limit > 0 && batch.upTo === after && after < stitched)
    throw new FactsSealed(`the facts ${batch.upTo + 1n} to ${stitched} are sealed`);
}

/** Decisions written out for `decisions/batch_decisions`. */
export interface DecisionsBatch {
  path: string;
  count: number;
  kinds: Set<string>;
  /** The number of the last; undefined when there are none. */
  last: bigint | undefined;
}

/** Writes decisions out, page by page, and hands them to `work`. */
export function withDecisions<T>(
  base: Base,
  profileId: string,
  pages: Iterable<readonly Decision[]>,
  work: (batch: DecisionsBatch) => Promise<T>,
): Promise<T> {
  return withFile(base, profileId, async (path) => {
    const batch: DecisionsBatch = { path, count: 0, kinds: new Set(), last: undefined };
    const file = await open(path, 'w');
    try {
      for (const page of pages) {
        for (const { kind } of page) batch.kinds.add(kind);
        batch.count += page.length;
        batch.last = page.at(-1)?.decisionNo ?? batch.last;
        if (page.length > 0) await file.writeFile(page.map((decision) => `${decisionLine(decision)}\n`).join(''));
      }
    } finally {
      await file.close();
    }
    return work(batch);
  });
}

/** At most `limit` decisions after a number, in pages as facts are. */
export function* decisionPages(base: Base, profileId: string, after: bigint, limit: number): Generator<Decision[]> {
  let next = after;
  for (let left = limit; left > 0; ) {
    const page = base.state.decisions(profileId, next, Math.min(left, PAGE_DECISIONS));
    const last = page.at(-1);
    if (!last) return;
    yield page;
    next = last.decisionNo;
    left -= page.length;
  }
}

const isReplayKind = (decision: Decision): boolean => (REPLAY_KINDS as readonly string[]).includes(decision.kind);

export interface Round {
  facts: number;
  decisions: number;
  reached: Reached;
  /** A decision waits that reaches all history: only a replay can take it. */
  needsReplay: boolean;
}

/** Stops before the first that reaches all history. */
class Barrier {
  isMet = false;

  *before(pages: Iterable<Decision[]>): Generator<Decision[]> {
    for (const page of pages) {
      const at = page.findIndex(isReplayKind);
      yield at < 0 ? page : page.slice(0, at);
      this.isMet = at >= 0;
      if (this.isMet) return;
    }
  }
}

/**
 * Lands one round. The live file stops before the first decision that reaches all history, so that one version's settings
 * hold for all its rows.
 */
export async function landRound(base: Base, profileId: string, write: Write, limit: number = ROUND_FACTS): Promise<Round> {
  const reached = reachedOf((await write([cursorsStatement]))[0] ?? []);
  const barrier = new Barrier();
  const waiting = barrier.before(decisionPages(base, profileId, reached.landedDecision, ROUND_DECISIONS));
  return withDecisions(base, profileId, waiting, (decisions) =>
    withFacts(base, profileId, reached.landedSeq, limit, async (facts) => {
      const round = { facts: facts.count, decisions: decisions.count, needsReplay: barrier.isMet };
      if (facts.upTo === reached.landedSeq && decisions.count === 0) return { ...round, reached };
      const next: Reached = {
        ...reached,
        landedSeq: facts.upTo,
        landedDecision: decisions.last ?? reached.landedDecision,
      };
      const batch: BatchKinds = { hasSpend: facts.hasSpend, decisionKinds: decisions.kinds };
      await write(incrementStatements({ json: facts.path }, decisions.path, batch, next));
      return { ...round, reached: next };
    }),
  );
}
