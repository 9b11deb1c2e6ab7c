// Earlier knowledge: figures as of a moment or a version, and the changes between two. Facts and decisions are in order,
// so the same builder makes a file beside the live one of those up to there, which answers and is thrown away. One at a time over all
// profiles; the file is never swapped in.
import { archivedProfile } from '../../account/access/index.ts';
import { type Base, keeperOf, type ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { DISK_TIGHT, usedShare } from '../../base/files/disk.ts';
import type { Decision } from '../../base/state/decisions.ts';
import { type Target, WarehouseFailure } from '../../base/warehouse/port.ts';
import { factTables } from '../../base/warehouse/schema-files.ts';
import { statement } from '../../base/warehouse/statements.ts';
import { allDefinitions, builtInDefinitions, definitionNamed, goalKey } from '../definitions/index.ts';
import {
  applyTo,
  decisionsThrough,
  fullStatements,
  inTurn,
  landUpTo,
  newFileStatements,
  type Reader,
  SMALL_FACTS,
  uncomputedStatements,
  whileFactsStay,
} from '../pipeline/index.ts';
import { isKnown, type Knowledge, momentOf } from './knowledge.ts';

/** The definition that a request's `goal` names, in force now or at one of these times. */
export function goalKnown(base: ReadBase, profileId: string, named: string, times: readonly Knowledge[]): string {
  const goal = goalKey(named);
  const definition = allDefinitions(base, profileId).find(({ conversion_key }) => conversion_key === goal);
  const isRemoved = definition !== undefined && !definition.is_active;
  if (isRemoved && times.some((knowledge) => stoodAt(base, profileId, goal, knowledge))) return goal;
  return definitionNamed(base, profileId, goal).conversion_key;
}

function stoodAt(base: ReadBase, profileId: string, subject: string, { decision, at }: Knowledge): boolean {
  const last = base.state.statement('credit/as-of/definition_stood').get({ profile_id: profileId, subject, decision, at });
  if (last) return last.is_active === 1;
  return builtInDefinitions().some(({ conversion_key }) => conversion_key === subject);
}

const WAITING_AT_MOST = 4;
const queueOf = (base: ReadBase): { waiting: number } => base.memo('earlier figures', () => ({ waiting: 0 }));
const TURN = 'recall';

/** Runs work on a file of its own, empty at first. */
async function withFile<T>(base: ReadBase, profileId: string, work: (file: Target) => Promise<T>): Promise<T> {
  if (usedShare(base.config.dataDir) >= DISK_TIGHT)
    throw new ApiError(
      'service_unavailable',
      'The disk is more than 92 % full; earlier figures are computed again once there is room.',
    );
  const queue = queueOf(base);
  if (queue.waiting >= WAITING_AT_MOST) throw new WarehouseFailure('busy', 'Other earlier figures are being computed.');
  queue.waiting += 1;
  try {
    return await inTurn(base, TURN, () =>
      whileFactsStay(base, profileId, async () => {
        if (archivedProfile(base, profileId)) throw new WarehouseFailure('closed', 'The profile is archived.');
        const isSmall = base.journal.lastSeq(profileId) < SMALL_FACTS;
        const file = await base.warehouse.startBuild(profileId, { isSmall });
        try {
          await base.warehouse.write(file, newFileStatements());
          return await work(file);
        } finally {
          await base.warehouse.dropBuild(file);
        }
      }),
    );
  } finally {
    queue.waiting -= 1;
  }
}

/** Until the one that runs is through. */
export const whenNotRecalling = (base: Base): Promise<void> => inTurn(base, TURN, async () => undefined);

const DEADLINE_MS = 300_000;

const readerOf =
  (base: ReadBase, file: Target): Reader =>
  (statements) =>
    base.warehouse.query(file, statements, { deadlineMs: DEADLINE_MS, size: 'heavy' });

const compute = (base: ReadBase, file: Target) => base.warehouse.write(file, [...uncomputedStatements(), ...fullStatements()]);

async function fill(base: Base, file: Target, knowledge: Knowledge): Promise<void> {
  await landUpTo(base, file, knowledge.seq);
  for (const page of decisionsThrough(base, file.profileId, knowledge.decision))
    await applyTo(
      base,
      file,
      page.filter((decision) => isKnown(knowledge, decision)),
    );
  await compute(base, file);
}

/** The result of `read` on the figures of that knowledge, computed by the models of today. */
export const recall = <T>(
  read: ReadBase,
  profileId: string,
  knowledge: Knowledge,
  work: (reader: Reader) => Promise<T>,
): Promise<T> => {
  const base = keeperOf(read);
  return withFile(base, profileId, async (file) => {
    await fill(base, file, knowledge);
    return work(readerOf(base, file));
  });
};

/** The causes of changed figures, in the order in which they are applied. */
export const CAUSES = ['new_events', 'late_events', 'identity', 'refunds', 'currency', 'rules', 'settings'] as const;
export type Cause = (typeof CAUSES)[number];

const ROLES: Partial<Record<Decision['kind'], Cause>> = {
  // They concern only facts that come with them: the identifiers of an earlier fact were placed by its own stitching.
  customer_created: 'new_events',
  customer_confirmed: 'new_events',
  identifier_added: 'new_events',
  identifier_moved: 'new_events',
  identifier_left_off: 'new_events',
  browser_linked: 'identity',
  browser_relinked: 'identity',
  customer_followed: 'identity',
  merge_edge_added: 'identity',
  merge_edge_removed: 'identity',
  erasure: 'identity',
  payment_payer: 'identity',
  payment_installment: 'refunds',
  facts_withdrawn: 'refunds',
  facts_restored: 'refunds',
  rate: 'currency',
  channel_rules: 'rules',
  definition: 'rules',
  fit: 'rules',
};

function causeOf(decision: Decision, knownBrowsers: ReadonlySet<string>): Cause {
  const payload = decision.payload as Record<string, unknown> | null;
  if (decision.kind === 'setting' && payload?.['name'] === 'currency') return 'currency';
  // A browser without a past cannot have been attributed wrongly.
  if (decision.kind === 'browser_linked' && !knownBrowsers.has(String(payload?.['visitor_key']))) return 'new_events';
  return ROLES[decision.kind] ?? 'settings';
}

async function browsersKnown(read: Reader, decisions: Decision[]): Promise<Set<string>> {
  const keys = decisions
    .filter(({ kind }) => kind === 'browser_linked')
    .map(({ payload }) => BigInt(String((payload as Record<string, unknown>)['visitor_key'])));
  const rows = await read(statement('warehouse/credit/as-of/browsers_known', { visitor_keys: keys }));
  return new Set(rows.map((row) => String(row.visitor_key)));
}

/** Lands facts that came since and sets them aside. Answers the causes that have facts. */
async function hold(base: Base, file: Target, from: Knowledge, to: Knowledge): Promise<Set<string>> {
  const moment = BigInt(await momentOf(base, file.profileId, from)) * 1000n;
  await landUpTo(base, file, to.seq);
  await base.warehouse.write(file, [
    ...factTables().flatMap((table) => [
      { sql: `create table held_${table} as select * from ${table} where seq > $after`, params: { after: from.seq } },
      { sql: `delete from ${table} where seq > $after`, params: { after: from.seq } },
    ]),
    statement('models/recall/held_origins'),
    statement('models/recall/held_origins_delete'),
    statement('models/recall/held_causes', { moment }),
    // The other corrections of the ledger.
    ...factTables().map((table) => ({
      sql: `insert into held_causes select distinct seq, 'refunds' from held_${table} where seq not in (select seq from held_causes)`,
    })),
  ]);
  const rows = await readerOf(base, file)(statement('warehouse/credit/as-of/held_causes_list'));
  return new Set(rows.map((row) => row.cause));
}

const release = (base: ReadBase, file: Target, cause: Cause) =>
  base.warehouse.write(file, [
    ...factTables().map((table) => ({
      sql: `insert into ${table} select * from held_${table} where seq in (select seq from held_causes where cause = $cause)`,
      params: { cause },
    })),
    statement('models/recall/origins_release'),
  ]);

/**
 * The results of `read` at the earlier knowledge, and after each cause was applied, in order; the last is that of the later
 * knowledge. A cause without a fact or decision changes nothing, and repeats the earlier result.
 */
export const recallChanges = <T>(
  reading: ReadBase,
  profileId: string,
  { from, to }: { from: Knowledge; to: Knowledge },
  read: (reader: Reader) => Promise<T>,
): Promise<{ before: T; after: { cause: Cause; found: T }[] }> =>
  recallChangesOn(keeperOf(reading), profileId, { from, to }, read);

const recallChangesOn = <T>(
  base: Base,
  profileId: string,
  { from, to }: { from: Knowledge; to: Knowledge },
  read: (reader: Reader) => Promise<T>,
): Promise<{ before: T; after: { cause: Cause; found: T }[] }> =>
  withFile(base, profileId, async (file) => {
    const reader = readerOf(base, file);
    await fill(base, file, from);
    const before = await read(reader);
    const learnt = [...decisionsThrough(base, profileId, to.decision)].flatMap((page) =>
      page.filter((decision) => isKnown(to, decision) && !isKnown(from, decision)),
    );
    const browsers = await browsersKnown(reader, learnt);
    const withFacts = await hold(base, file, from, to);
    const after: { cause: Cause; found: T }[] = [];
    let found = before;
    for (const cause of CAUSES) {
      const decisions = learnt.filter((decision) => causeOf(decision, browsers) === cause);
      if (withFacts.has(cause) || decisions.length > 0) {
        if (withFacts.has(cause)) await release(base, file, cause);
        await applyTo(base, file, decisions);
        await compute(base, file);
        found = await read(reader);
      }
      after.push({ cause, found });
    }
    return { before, after };
  });
