// A follower of the figures: what is counted of enabled definitions becomes a row per destination, and what changed of it another revision.
// Each hour of conversions has a digest; an hour whose digest is another one is compared with what was seen of it, in the transaction that
// stores the new digest. So it does not matter why something changed, and a replay that changes nothing sends nothing. Conversions of facts
// whose decisions are not in the figures yet are left for the look after those.
import { z } from 'zod';
import type { Base, ReadBase } from '../../base/base.ts';
import { statement, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { defineJob, type JobKind, type JobRun } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { definitionsOf } from '../../credit/definitions/index.ts';
import { cursorsStatement } from '../../credit/pipeline/index.ts';
import { isBehind, type SettledFigures, settledFigures, unlessBuilding } from '../../credit/progress/index.ts';
import { catalogOf, type Enabled } from './destination.ts';
import { wakeLane } from './lane.ts';

export const HOUR_MS = 3_600_000;
/** No destination takes older ones, and corrections of older ones are not sent. */
export const WINDOW_MS = 90 * 24 * HOUR_MS;
/** Rows of one transaction. */
const MAX_ROWS = 500;
/** While the file of the figures is built again. */
const WAIT_MS = 30_000;

type Row = WarehouseRow<'warehouse/act/sync/hour_conversions'>;

export const followJob: JobKind<object> = defineJob({
  kind: 'conversion_follow',
  payload: z.object({}),
  concurrencyKey: ({ profileId }) => `conversion_follow ${profileId}`,
  concurrency: 2,
  leaseSeconds: 120,
  retry: { attempts: 20, maxPauseMs: 600_000 },
  failureText: 'new conversions could not be queued for destinations; the service retries automatically',
  run: follow,
});

/** When figures have new facts or decisions; inside the transaction that records it. */
export function followFigures(tx: Base, profileId: string): void {
  if (catalogOf(tx, profileId).length > 0) addJob(tx, followJob, { profileId, payload: {}, dedupeKey: profileId });
}

/** After a change of the catalog: every hour is looked into again. In the caller's transaction. */
export function followAgain(tx: Base, profileId: string): void {
  tx.state.statement('act/sync/marks_remove').run({ profile_id: profileId });
  followFigures(tx, profileId);
}

/** Enabled definitions that are in force, by their numbers. */
function enabledNow(base: ReadBase, profileId: string): Map<bigint, Enabled[]> {
  const found = new Map<bigint, Enabled[]>();
  const catalog = catalogOf(base, profileId);
  for (const { definition_no, conversion_key } of definitionsOf(base, profileId)) {
    const enabled = catalog.filter(({ conversionKey }) => conversionKey === conversion_key);
    if (enabled.length > 0) found.set(BigInt(definition_no), enabled);
  }
  return found;
}

const timestamp = (at: number): string => new Date(at).toISOString().slice(0, -1);

async function follow(base: Base, job: JobRun<object>): Promise<void> {
  const { profileId, signal } = job;
  const enabled = enabledNow(base, profileId);
  if (enabled.size === 0) return;
  const settled = await settledFigures(base, profileId);
  if (settled?.throughSeq === 0n) return;
  const began = Math.min(...[...enabled.values()].flat().map(({ enabledAt }) => enabledAt));
  const since = Math.floor(Math.max(began, base.clock.now() - WINDOW_MS) / HOUR_MS);
  const digests = settled && (await readDigests(base, { profileId, settled, enabled, since }));
  if (!digests) return job.finish(() => followLater(base, profileId));
  const marks = new Map(
    base.state
      .statement('act/sync/marks_list')
      .all({ profile_id: profileId })
      .flatMap(({ hour, digest }) => (hour >= since ? [[hour, digest] as const] : [])),
  );
  for (const hour of new Set([...digests.keys(), ...marks.keys()])) {
    if (signal.aborted) return;
    const digest = digests.get(hour);
    if (digest !== marks.get(hour)) await followHour(base, { profileId, settled, hour, digest, enabled });
  }
}

/** Under a key of its own, so that it delays no look at new figures. */
const followLater = (tx: Base, profileId: string): void =>
  void addJob(tx, followJob, {
    profileId,
    payload: {},
    dedupeKey: `${profileId} again`,
    runAt: tx.clock.now() + WAIT_MS,
  });

interface Look {
  profileId: string;
  settled: SettledFigures;
  enabled: ReadonlyMap<bigint, readonly Enabled[]>;
}

/** By hour; undefined while the file is built again. */
async function readDigests(
  base: Base,
  { profileId, settled, enabled, since }: Look & { since: number },
): Promise<Map<number, string> | undefined> {
  const params = { definition_nos: [...enabled.keys()], since: timestamp(since * HOUR_MS), up_to: settled.throughSeq };
  const hours = statement('warehouse/act/sync/hours_list', params);
  const read = await unlessBuilding(() => base.warehouse.queryEach({ profileId }, [cursorsStatement, hours]));
  if (!read || isBehind(read[0], settled.position)) return undefined;
  return new Map(read[1].map(({ hour, digest }) => [Number(hour), digest]));
}

interface Hour extends Look {
  hour: number;
  /** Undefined: it has no conversions any more. */
  digest: string | undefined;
}

async function followHour(base: Base, { profileId, settled, hour, digest, enabled }: Hour): Promise<void> {
  for (let after = -1n; ; ) {
    const params = {
      definition_nos: [...enabled.keys()],
      from: timestamp(hour * HOUR_MS),
      until: timestamp((hour + 1) * HOUR_MS),
    };
    const conversions = statement('warehouse/act/sync/hour_conversions', { ...params, after, limit: MAX_ROWS });
    const read = await unlessBuilding(() => base.warehouse.queryEach({ profileId }, [cursorsStatement, conversions]));
    if (!read || isBehind(read[0], settled.position)) return followLater(base, profileId);
    const rows = read[1];
    const last = rows.length < MAX_ROWS ? undefined : rows.at(-1);
    const isCurrent = base.state.tx(() => {
      // The catalog has changed since: its change has every hour looked into again.
      if (digestOf(enabledNow(base, profileId)) !== digestOf(enabled)) return false;
      const upTo = last?.conversion_no ?? 1n << 62n;
      for (const [destinationId, keys] of byDestination(enabled))
        compareRows(base, { profileId, hour, destinationId, keys, after, upTo, throughSeq: settled.throughSeq }, rows);
      if (last) return true;
      if (digest === undefined) base.state.statement('act/sync/mark_remove').run({ profile_id: profileId, hour });
      else base.state.statement('act/sync/mark_put').run({ profile_id: profileId, hour, digest });
      return true;
    });
    if (!last || !isCurrent) return;
    after = last.conversion_no;
  }
}

const digestOf = (enabled: Look['enabled']): string =>
  [...enabled].map(([number, each]) => `${number}:${each.map((one) => `${one.destinationId} ${one.enabledAt}`)}`).join(';');

function byDestination(enabled: Look['enabled']): Map<string, Map<bigint, Enabled>> {
  const found = new Map<string, Map<bigint, Enabled>>();
  for (const [number, each] of enabled)
    for (const one of each) {
      const keys = found.get(one.destinationId) ?? new Map<bigint, Enabled>();
      found.set(one.destinationId, keys.set(number, one));
    }
  return found;
}

interface Compared {
  profileId: string;
  hour: number;
  destinationId: string;
  keys: ReadonlyMap<bigint, Enabled>;
  after: bigint;
  upTo: bigint;
  /** Conversions of later facts are left for another look. */
  throughSeq: bigint;
}

const DEFINITIONS = 4096n;

function compareRows(tx: Base, place: Compared, rows: readonly Row[]): void {
  const { profileId, hour, destinationId, keys, after } = place;
  const range = { profile_id: profileId, hour, destination_id: destinationId, after, up_to: place.upTo };
  const items = tx.state.statement('act/sync/items_of_hour').allBig(range);
  const known = new Map(items.map((item) => [item.conversion_no, item]));
  let isNew = false;
  for (const row of rows) {
    const enabled = keys.get(row.conversion_no % DEFINITIONS);
    const occurredAt = Date.parse(`${row.converted_at.replace(/Z$/, '')}Z`);
    // It may have been seen in another hour.
    const item = known.get(row.conversion_no) ?? itemOf(tx, destinationId, row.conversion_no);
    known.delete(row.conversion_no);
    if (row.outcome_seq > place.throughSeq) continue;
    if (!enabled || (!item && occurredAt < enabled.enabledAt)) continue;
    const isCounted = row.is_counted;
    const hasValue = enabled.valueRule === 'net' && row.net_amount !== null;
    const now = {
      destination_id: destinationId,
      conversion_no: row.conversion_no,
      hour,
      occurred_at: occurredAt,
      person_key: row.person_key,
      ...(hasValue ? { amount: row.net_amount, currency: row.currency } : { amount: null, currency: null }),
    };
    if (!item) {
      if (!isCounted) continue;
      tx.state.statement('act/sync/item_add').run({ ...now, profile_id: profileId });
      isNew = true;
    } else isNew = changeItem(tx, item, { ...now, is_counted: isCounted }) || isNew;
  }
  // A conversion that the hour has lost is not counted any more, if its definition is still enabled.
  for (const item of known.values())
    if (keys.has(item.conversion_no % DEFINITIONS)) {
      const { conversion_no, occurred_at, person_key, amount, currency } = item;
      const now = { destination_id: destinationId, conversion_no, hour, occurred_at, person_key, amount, currency };
      isNew = changeItem(tx, item, { ...now, is_counted: false }) || isNew;
    }
  if (isNew) wakeLane(tx, { destinationId, profileId });
}

const itemOf = (tx: Base, destination_id: string, conversion_no: bigint): Item | undefined =>
  tx.state.statement('act/sync/item_get').allBig({ destination_id, conversion_no })[0];

type Item = ReturnType<ReturnType<typeof itemsOfHour>['allBig']>[number];
const itemsOfHour = (base: Base) => base.state.statement('act/sync/items_of_hour');
type ItemNow = Omit<Parameters<ReturnType<typeof itemChange>['run']>[0], 'revision' | 'is_queued' | 'is_counted'> & {
  is_counted: boolean;
};
const itemChange = (base: Base) => base.state.statement('act/sync/item_change');

/**
 * A change of what was seen. What waits is changed itself; what the ledger has gets another revision, or is looked at again where its person is
 * another one. Answers whether there is something for the lane.
 */
function changeItem(tx: Base, item: Item, now: ItemNow): boolean {
  const isSame = item.amount === now.amount && item.currency === now.currency && (item.is_counted === 1n) === now.is_counted;
  const isSamePerson = item.person_key === now.person_key;
  const isQueued = item.is_queued === 1n;
  if (isSame && isSamePerson && item.occurred_at === BigInt(now.occurred_at)) return false;
  // After the loss of a ledger a revision may be queued that its destination has.
  const isRevised = !isSame && (!isQueued || item.tried_at !== null);
  const revision = item.revision + (isRevised ? 1n : 0n);
  const isLookedAt = !isQueued && (isRevised || !isSamePerson);
  itemChange(tx).run({ ...now, revision, is_queued: isQueued || isLookedAt });
  return isLookedAt;
}
