// Landing: takes facts and decisions from journal and state into a profile's DuckDB file, in one transaction with the cursors
// they reach. A crash leaves either all of a round or nothing of it.
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Base } from '../../base/base.ts';
import type { Fact } from '../../base/journal/journal.ts';
import { sqlText } from '../../base/kit/sql-files.ts';
import { type Decision, REPLAY_KINDS } from '../../base/state/decisions.ts';
import type { Row, Statement } from '../../base/warehouse/port.ts';
import { type BatchKinds, incrementStatements } from './models.ts';
import { isQuarantined } from './quarantine.ts';

/** Most facts and decisions of one round. */
export const ROUND_FACTS = 20_000;
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

/** One fact as a line for `landing/batch_from_json`. */
function factLine(fact: Fact): string {
  const event = fact.eventType === null ? 'null' : JSON.stringify(fact.eventType);
  return `{"seq":${fact.seq},"kind":"${fact.kind}","received_us":${BigInt(fact.receivedAt) * 1000n},"occurred_us":${fact.occurredAt},"trust":"${fact.trust}","dedupe_hash":${fact.dedupeHash ?? 'null'},"event_type":${event},"body":${fact.body}}`;
}

const decisionLine = (decision: Decision): string =>
  `{"decision_no":${decision.decisionNo},"kind":"${decision.kind}","payload":${JSON.stringify(decision.payload ?? {})}}`;

/** Writes lines to a new file in the profile's landing folder, hands its path to `work`, and deletes it. */
async function withFile<T>(base: Base, profileId: string, lines: string[], work: (path: string) => Promise<T>): Promise<T> {
  const path = join(base.warehouse.landingFolder(profileId), `${randomUUID()}.ndjson`);
  try {
    await writeFile(path, lines.length > 0 ? `${lines.join('\n')}\n` : '');
    return await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

export const withFactsFile = <T>(base: Base, profileId: string, facts: Fact[], work: (path: string) => Promise<T>): Promise<T> =>
  withFile(base, profileId, facts.map(factLine), work);
export const withDecisionsFile = <T>(
  base: Base,
  profileId: string,
  decisions: Decision[],
  work: (path: string) => Promise<T>,
): Promise<T> => withFile(base, profileId, decisions.map(decisionLine), work);

export const kindsOf = (decisions: Decision[]): ReadonlySet<string> => new Set(decisions.map((decision) => decision.kind));

const isReplayKind = (decision: Decision): boolean => (REPLAY_KINDS as readonly string[]).includes(decision.kind);

/** Facts after `after` that stitching has passed, without the quarantined ones; `upTo` is the last seq they stand for. */
export function readableFacts(base: Base, profileId: string, after: bigint, limit: number): { facts: Fact[]; upTo: bigint } {
  const stitched = base.state.cursor('stitched', profileId);
  const read = base.journal.read(profileId, after, limit).filter((fact) => fact.seq <= stitched);
  const upTo = read.at(-1)?.seq ?? after;
  return { facts: read.filter((fact) => !isQuarantined(base, profileId, fact.seq)), upTo };
}

export interface Round {
  facts: number;
  decisions: number;
  reached: Reached;
  /** A decision waits that reaches all history: only a replay can take it. */
  needsReplay: boolean;
}

/**
 * Lands one round. The live file stops before the first decision that reaches all history, so that one version's settings
 * hold for all its rows.
 */
export async function landRound(base: Base, profileId: string, write: Write, limit: number = ROUND_FACTS): Promise<Round> {
  const reached = reachedOf((await write([cursorsStatement]))[0] ?? []);
  const { facts, upTo } = readableFacts(base, profileId, reached.landedSeq, limit);
  const waiting = base.state.decisions(profileId, reached.landedDecision, ROUND_DECISIONS);
  const barrier = waiting.findIndex(isReplayKind);
  const decisions = barrier < 0 ? waiting : waiting.slice(0, barrier);
  const round = { facts: facts.length, decisions: decisions.length, needsReplay: barrier >= 0 };
  if (upTo === reached.landedSeq && decisions.length === 0) return { ...round, reached };

  const next: Reached = { ...reached, landedSeq: upTo, landedDecision: decisions.at(-1)?.decisionNo ?? reached.landedDecision };
  const batch: BatchKinds = {
    hasFacts: facts.length > 0,
    hasSpend: facts.some((fact) => fact.kind === 'spend_day'),
    decisionKinds: kindsOf(decisions),
  };
  await withFactsFile(base, profileId, facts, (factsFile) =>
    withDecisionsFile(base, profileId, decisions, (decisionsFile) =>
      write(incrementStatements({ json: factsFile }, decisionsFile, batch, next)),
    ),
  );
  return { ...round, reached: next };
}
