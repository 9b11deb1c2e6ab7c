// The changes of figures between two states of knowledge, cause by cause, in a file of their own: the earlier state is computed once, and each
// cause then computes only what it touches, as increments do.
import { type Base, keeperOf, type ReadBase } from '../../base/base.ts';
import type { Decision } from '../../base/state/decisions.ts';
import type { Target } from '../../base/warehouse/port.ts';
import { factTables } from '../../base/warehouse/schema-files.ts';
import { statement } from '../../base/warehouse/statements.ts';
import {
  applyTo,
  decisionsThrough,
  landUpTo,
  type Reader,
  releaseFactsStatements,
  releaseStatements,
  undecidedStatements,
  withDecisions,
} from '../pipeline/index.ts';
import { computeAll, decideThrough, readerOf, withFacts } from './as-of.ts';
import { CAUSES, type Cause, causeOf, linkedBrowser, type ModelRead, reachesAll, thatMatter } from './causes.ts';
import { isKnown, type Knowledge, momentOf } from './knowledge.ts';
import { type Progress, type Steps, stepsOf } from './progress.ts';

interface Span {
  from: Knowledge;
  to: Knowledge;
}

/** What one cause brings. */
interface Change {
  cause: Cause;
  decisions: Decision[];
  facts: number;
  hasSpend: boolean;
  hasAdObjects: boolean;
}

/** From this share of all facts on, computing everything is cheaper than computing what is touched. */
const WHOLE_SHARE = 0.2;

const isWhole = ({ facts, decisions }: Change, most: number): boolean =>
  decisions.some(reachesAll) || facts + decisions.length > most;

/** Sets aside what came since, and all decisions. */
async function holdBack(base: Base, file: Target, { from, to }: Span): Promise<void> {
  const moment = BigInt(await momentOf(base, file.profileId, from)) * 1000n;
  await landUpTo(base, file, to.seq);
  await base.warehouse.write(file, [
    ...undecidedStatements(),
    ...factTables().flatMap((table) => [
      {
        sql: `create table held_${table} as select * from ${table} where seq > $after and seq <= $upto`,
        params: { after: from.seq, upto: to.seq },
      },
      { sql: `delete from ${table} where seq > $after`, params: { after: from.seq } },
    ]),
    statement('models/recall/held_origins'),
    statement('models/recall/held_origins_delete'),
    statement('models/recall/held_causes', { moment }),
    // The other corrections of the ledger.
    ...factTables().map((table) => ({
      sql: `insert into held_causes select distinct seq, '${table}', 'refunds' from held_${table} where seq not in (select seq from held_causes)`,
    })),
  ]);
}

const learntBetween = (base: ReadBase, profileId: string, { from, to }: Span): Decision[] =>
  [...decisionsThrough(base, profileId, to.decision)].flatMap((page) =>
    page.filter((decision) => isKnown(to, decision) && !isKnown(from, decision)),
  );

async function browsersKnown(read: Reader, learnt: readonly Decision[]): Promise<Set<bigint>> {
  const visitor_keys = learnt.flatMap((decision) => linkedBrowser(decision) ?? []);
  const rows = await read(statement('warehouse/credit/as-of/browsers_known', { visitor_keys }));
  return new Set(rows.map((row) => BigInt(String(row.visitor_key))));
}

async function changesOf(base: ReadBase, file: Target, learnt: readonly Decision[]): Promise<Change[]> {
  const read = readerOf(base, file);
  const [browsers, rows] = [await browsersKnown(read, learnt), await read(statement('warehouse/credit/as-of/held_causes_list'))];
  const byCause = Map.groupBy(learnt, (decision) => causeOf(decision, browsers));
  return CAUSES.flatMap((cause) => {
    const row = rows.find((each) => each.cause === cause);
    const decisions = byCause.get(cause) ?? [];
    if (!row && decisions.length === 0) return [];
    const [hasSpend, hasAdObjects] = [row?.has_spend === true, row?.has_ad_objects === true];
    return [{ cause, decisions, facts: Number(row?.facts ?? 0), hasSpend, hasAdObjects }];
  });
}

async function apply(
  base: Base,
  file: Target,
  change: Change,
  most: number,
  onStatement: (share: number) => void,
): Promise<void> {
  const { cause, decisions, hasSpend, hasAdObjects } = change;
  if (isWhole(change, most)) {
    await base.warehouse.write(file, releaseFactsStatements(cause));
    await applyTo(base, file, decisions);
    await computeAll(base, file, onStatement);
    return;
  }
  await withDecisions(base, file.profileId, [decisions], ({ path, kinds }) => {
    const batch = { hasSpend, hasAdObjects, decisionKinds: kinds };
    return base.warehouse.write(file, releaseStatements(cause, path, batch), onStatement);
  });
}

/** Called with the earlier state, and after each cause that brings something. */
export type Visit = (cause: Cause | undefined, file: Target) => Promise<void>;

interface VisitOptions {
  steps: Steps;
  /** False where the caller knows the state after the last cause already: it is not computed. */
  isLastNeeded?: boolean;
  reads?: ModelRead;
  /** Tests compute what is touched, however much it is. */
  wholeShare?: number;
}

export async function visitChanges(
  base: Base,
  file: Target,
  span: Span,
  visit: Visit,
  { steps, isLastNeeded = true, reads = {}, wholeShare = WHOLE_SHARE }: VisitOptions,
): Promise<Change[]> {
  await steps.run('facts', () => holdBack(base, file, span));
  const changes = await changesOf(base, file, thatMatter(learntBetween(base, file.profileId, span), reads));
  const most = wholeShare * Number(span.to.seq);
  const applied = changes.slice(0, isLastNeeded ? undefined : -1);
  steps.plan(applied.map((change) => ({ name: change.cause, isWhole: isWhole(change, most) })));
  await steps.run('earlier', async (onStatement) => {
    await decideThrough(base, file, span.from);
    await computeAll(base, file, onStatement);
    await visit(undefined, file);
  });
  for (const change of applied)
    await steps.run(change.cause, async (onStatement) => {
      await apply(base, file, change, most, onStatement);
      await visit(change.cause, file);
    });
  return changes;
}

interface Found<T> {
  before: T;
  after: { cause: Cause; found: T }[];
}

interface RecallOptions<T> extends Pick<VisitOptions, 'reads'> {
  /** The result at the later knowledge, where the live figures have it. */
  last?: T | undefined;
  onProgress?: (progress: Progress) => void;
}

/**
 * The results of `read` at the earlier knowledge, and after each cause was applied, in order; the last is that of the later
 * knowledge. A cause without a fact or decision changes nothing, and repeats the earlier result.
 */
export const recallChanges = async <T>(
  reading: ReadBase,
  profileId: string,
  span: Span,
  read: (reader: Reader) => Promise<T>,
  { last, reads, onProgress }: RecallOptions<T> = {},
): Promise<Found<T>> => {
  const base = keeperOf(reading);
  const steps = stepsOf(onProgress);
  return withFacts(base, profileId, steps, async (file) => {
    const found = new Map<Cause | undefined, T>();
    const visit: Visit = async (cause) => void found.set(cause, await read(readerOf(base, file)));
    const changes = await visitChanges(base, file, span, visit, {
      steps,
      isLastNeeded: last === undefined,
      ...(reads ? { reads } : {}),
    });
    const lastCause = changes.at(-1)?.cause;
    if (last !== undefined && lastCause !== undefined) found.set(lastCause, last);
    const before = found.get(undefined) as T;
    let state = before;
    const after = CAUSES.map((cause) => {
      state = found.get(cause) ?? state;
      return { cause, found: state };
    });
    return { before, after };
  });
};
