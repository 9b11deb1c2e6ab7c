// Landing: takes facts and decisions from journal and state into a profile's DuckDB file, in one transaction with the cursors
// they reach. A crash leaves either all of a round or nothing of it.

import { open, rm } from 'node:fs/promises';
import { z } from 'zod';
import type { ReadBase } from '../../base/base.ts';
import { shiftsOfZone } from '../../base/kit/time/zone-shifts.ts';
import { type Decision, needsReplay } from '../../base/state/decisions.ts';
import type { WriteAll } from '../../base/warehouse/port.ts';
import { statement, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { concernsPeople } from './decision-models.ts';
import { type FactsBatch, landingFile, withFacts } from './fact-batches.ts';
import type { BatchKinds } from './model-statements.ts';
import { incrementStatements } from './models.ts';

/** The most facts and decisions of one round: the memory of the warehouse process grows with them, 7 MB for 1,000. */
export const ROUND_FACTS = 10_000;
const ROUND_DECISIONS = 50_000;

/** The positions that a file has reached. */
export interface Reached {
  landedSeq: bigint;
  landedDecision: bigint;
  schemaVersion: bigint;
}

/** Runs statements in one transaction of the file being landed into. */
export type Write = WriteAll;

export const cursorsStatement = statement('warehouse/credit/pipeline/cursors_list');

export function reachedOf(rows: readonly WarehouseRow<'warehouse/credit/pipeline/cursors_list'>[]): Reached {
  const value = (name: string): bigint => (rows.find((row) => row.name === name)?.['value'] as bigint | undefined) ?? 0n;
  return { landedSeq: value('landed_seq'), landedDecision: value('landed_decision'), schemaVersion: value('schema_version') };
}

const olderZone = z.object({ name: z.literal('timezone'), value: z.string(), shifts: z.undefined().optional() });

/** Decisions on the time zone made before zone shifts were recorded with them use the shifts of this runtime. */
function payloadOf({ kind, payload }: Decision): unknown {
  const zone = kind === 'setting' ? olderZone.safeParse(payload).data : undefined;
  return zone ? { ...zone, shifts: shiftsOfZone(zone.value) } : (payload ?? {});
}

const decisionLine = (decision: Decision): string =>
  `{"decision_no":${decision.decisionNo},"kind":"${decision.kind}","payload":${JSON.stringify(payloadOf(decision))}}`;

/** Decisions are read and written in pages, so that the service answers others between two of them. */
const PAGE_DECISIONS = 2_000;

/** Decisions written out for `decisions/batch_decisions`. */
export interface DecisionsBatch {
  path: string;
  count: number;
  kinds: Set<string>;
  /** The number of the last; undefined when there are none. */
  last: bigint | undefined;
}

/** Writes decisions out, page by page, and hands them to `work`. */
export async function withDecisions<T>(
  base: ReadBase,
  profileId: string,
  pages: Iterable<readonly Decision[]>,
  work: (batch: DecisionsBatch) => Promise<T>,
): Promise<T> {
  const path = landingFile(base, profileId);
  try {
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
    // A warehouse must not know decisions that state could still lose.
    await base.state.synced();
    return await work(batch);
  } finally {
    await rm(path, { force: true });
  }
}

/** At most `limit` decisions after a number, in pages as facts are. */
export function* decisionPages(base: ReadBase, profileId: string, after: bigint, limit: number): Generator<Decision[]> {
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

/** All decisions up to and including a number, in pages: there may be as many as customers. */
export function* decisionsThrough(base: ReadBase, profileId: string, through: bigint): Generator<Decision[]> {
  for (const page of decisionPages(base, profileId, 0n, Number.POSITIVE_INFINITY)) {
    const wanted = page.filter(({ decisionNo }) => decisionNo <= through);
    if (wanted.length > 0) yield wanted;
    if (wanted.length < page.length) return;
  }
}

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
      const at = page.findIndex(needsReplay);
      yield at < 0 ? page : page.slice(0, at);
      this.isMet = at >= 0;
      if (this.isMet) return;
    }
  }
}

/** Facts and decisions of a round for which plans do that were made when tables had other sizes. */
const SMALL_ROUND = 500;

const isSmall = ({ source, count, hasSpend, hasAdObjects }: FactsBatch, decisions: DecisionsBatch): boolean =>
  'json' in source && !hasSpend && !hasAdObjects && count + decisions.count <= SMALL_ROUND && concernsPeople(decisions.kinds);

/**
 * Lands one round. The live file stops before the first decision that reaches all history, so that one version's settings
 * hold for all its rows.
 */
export async function landRound(base: ReadBase, profileId: string, write: Write, limit: number = ROUND_FACTS): Promise<Round> {
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
      const { hasSpend, hasAdObjects, absent } = facts;
      const batch: BatchKinds = { hasSpend, hasAdObjects, absent, decisionKinds: decisions.kinds };
      const keepsPlans = isSmall(facts, decisions);
      await write(incrementStatements(facts.source, decisions.path, batch, next), { keepsPlans });
      return { ...round, reached: next };
    }),
  );
}
