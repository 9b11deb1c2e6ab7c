// A branch: the figures in force in a file of their own, in which decisions are applied that nobody has taken. What each touches is computed again there, as an
// increment or a replay would do it; the file answers and is thrown away, and nothing of the profile changes.
import { type Base, keeperOf, type ReadBase } from '../../base/base.ts';
import type { Decision, NewDecision } from '../../base/state/decisions.ts';
import type { Target } from '../../base/warehouse/port.ts';
import { statement, typed } from '../../base/warehouse/statements.ts';
import { applyComputed, applyTo, originsAnewStatements, outcomesAnewStatements, type Reader, settle } from '../pipeline/index.ts';
import { computeAll, readerOf, withCopy } from './as-of.ts';
import { leavesVisits, reachesAll } from './causes.ts';
import { type Progress, stepsOf } from './progress.ts';

/** A decision as it would be taken. */
export type Untaken = Pick<NewDecision, 'kind' | 'subject' | 'payload'>;

/** Decisions that are tried together, under a name. */
export interface Branch<Name> {
  name: Name;
  decisions: readonly Untaken[];
}

/** Numbered after the last that was taken, as models order them. */
function numbered(base: ReadBase, profileId: string, branches: readonly Branch<unknown>[]): Decision[][] {
  let last = base.state.lastDecision(profileId);
  const [afterSeq, decidedAt] = [base.journal.lastSeq(profileId), base.clock.now()];
  return branches.map(({ decisions }) =>
    decisions.map((untaken) => {
      last += 1n;
      return { ...untaken, decisionNo: last, profileId, afterSeq, actor: 'nobody', decidedAt };
    }),
  );
}

type OnStatement = (share: number) => void;

/** Do visits stay as they are, where each decision leaves them or is on channel rules? Origins are placed again. */
async function keepsVisits(base: Base, file: Target, decisions: readonly Decision[]): Promise<boolean> {
  const isOfRules = ({ kind }: Decision): boolean => kind === 'channel_rules';
  if (!decisions.every((decision) => isOfRules(decision) || leavesVisits(decision))) return false;
  if (!decisions.some(isOfRules)) return true;
  const question = statement('warehouse/credit/as-of/visits_moved_get');
  const places = originsAnewStatements(question);
  const rows = typed<{ is_moved: boolean }[] | undefined>((await base.warehouse.write(file, places))[places.indexOf(question)]);
  return rows?.[0]?.is_moved === false;
}

async function apply(base: Base, file: Target, decisions: Decision[], onStatement: OnStatement): Promise<void> {
  if (!decisions.some((decision) => reachesAll(decision) || decision.kind === 'channel_rules'))
    return applyComputed(base, file, decisions, onStatement);
  await applyTo(base, file, decisions);
  if (await keepsVisits(base, file, decisions)) await base.warehouse.write(file, outcomesAnewStatements(), onStatement);
  else await computeAll(base, file, onStatement);
}

/** The share of a branch's time that its copy takes, about. */
const COPYING = 0.2;

/** Called with the figures in force, and after each branch. */
type Visit<Name> = (file: Target, name: Name | undefined) => Promise<void>;

export async function visitBranches<Name>(
  base: Base,
  profileId: string,
  branches: readonly Branch<Name>[],
  visit: Visit<Name>,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<void> {
  // What was decided before is in the figures that are compared with.
  await settle(base, profileId);
  const decided = numbered(base, profileId, branches);
  await withCopy(base, profileId, stepsOf(), async (file) => {
    onProgress({ step: 'copy', share: COPYING });
    await visit(file, undefined);
    for (const [i, { name }] of branches.entries()) {
      const sayDone = (share: number): void =>
        onProgress({ step: 'copy', share: COPYING + ((1 - COPYING) * (i + share)) / branches.length });
      await apply(base, file, decided[i] ?? [], sayDone);
      await visit(file, name);
    }
  });
}

/** The results of `read` on the figures in force, and after each branch was applied, in order: the last is what all of them come to. */
export async function onBranch<T, Name>(
  reading: ReadBase,
  profileId: string,
  branches: readonly Branch<Name>[],
  read: (reader: Reader) => Promise<T>,
  onProgress: (progress: Progress) => void,
): Promise<{ before: T; after: { name: Name; found: T }[] }> {
  const base = keeperOf(reading);
  const found: T[] = [];
  const visit = async (file: Target): Promise<void> => void found.push(await read(readerOf(base, file)));
  await visitBranches(base, profileId, branches, visit, onProgress);
  const [before, ...after] = found;
  return { before: before as T, after: branches.map(({ name }, i) => ({ name, found: after[i] as T })) };
}
