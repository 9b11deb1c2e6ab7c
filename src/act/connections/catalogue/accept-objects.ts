// Appends a complete reading of an ad account to the journal: new and changed objects, and objects that vanished. Facts contain
// only changes, so that names, statuses and budgets have a history, and an account in which nothing changes writes none.
import { createHash } from 'node:crypto';
import type { Base } from '../../../base/base.ts';
import type { NewFact } from '../../../base/journal/journal.ts';
import { canonicalJson } from '../../../base/kit/canonical.ts';
import type { RowOf } from '../../../base/state/state.ts';
import { patiently } from '../../../collect/events/index.ts';
import { differencesOf, type Known, knownOf } from '../changes/differences.ts';
import { type NewChange, putChanges } from '../changes/store.ts';
import { storedKnown } from '../stored.ts';
import type { AdObject } from './objects.ts';

const SCHEMA_VERSION = 1;
/** The most objects of one fact: an account's changes of an hour are nearly always fewer. */
const MAX_OBJECTS = 500;
/** Rows of state that are written together. */
const ROWS_AT_ONCE = 1_000;

export interface CatalogueOf {
  profileId: string;
  platform: string;
  accountId: string;
  currency: string;
  /** For a platform without a log of changes: when the account was read before, null at the first time. What differs since is a change. */
  comparedWith?: number | null;
}

export interface AcceptedObjects {
  changed: number;
  removed: number;
}

interface Change {
  object: AdObject;
  /** Null of one that was removed. */
  content: string | null;
  /** What the next reading is compared with, and how this one differs from the last; none for a platform with a log. */
  known?: Known;
  differences?: NewChange[];
}

const keyOf = ({ type, id }: Pick<AdObject, 'type' | 'id'>): string => `${type} ${id}`;
/** In hexadecimal digits. */
const contentOf = (object: AdObject, currency: string): string =>
  createHash('sha256')
    .update(canonicalJson({ ...object, currency }))
    .digest('hex')
    .slice(0, 32);

/**
 * Accepts a complete reading, all of it or nothing. When it resolves, the facts are on disk.
 * @throws JournalRefusal when nothing was accepted.
 */
export function acceptObjects(base: Base, of: CatalogueOf, objects: readonly AdObject[]): Promise<AcceptedObjects> {
  const { profileId, platform, accountId } = of;
  // One reading at a time per account: the comparison must be valid until its result is written.
  return base.mutex('act/connections catalogue', `${profileId} ${platform} ${accountId}`, async () => {
    const changes = changesOf(base, of, objects);
    if (changes.length === 0) return { changed: 0, removed: 0 };
    // TRICKY: journal and state are two files. The stored content of changed objects is deleted first, so that after a crash in
    // between they are accepted again, and no object counts as stored that is in no fact.
    await putObjects(base, of, changes, () => ({ content: null, isRemoved: false }));
    const facts = chunksOf(changes, MAX_OBJECTS).map((part) => factOf(base, of, part));
    await patiently(() => base.journal.append(facts));
    await putObjects(base, of, changes, ({ content, known, differences = [] }) => ({
      content,
      isRemoved: content === null,
      differences,
      ...(known ? { known: storedKnown.write(known) } : {}),
    }));
    base.signals.emit('facts', profileId);
    const removed = changes.filter(({ content }) => content === null).length;
    return { changed: changes.length - removed, removed };
  });
}

function changesOf(base: Base, of: CatalogueOf, objects: readonly AdObject[]): Change[] {
  const at = { profile_id: of.profileId, platform: of.platform, account_id: of.accountId };
  const stored = base.state.statement('act/connections/objects_list').all(at);
  const known = new Map(stored.map((row) => [keyOf({ type: row.object_type, id: row.object_id }), row]));
  // Pages that moved while they were read may have an object twice: the later one counts.
  const seen = new Map(objects.map((object) => [keyOf(object), object]));
  const changed = [...seen].flatMap(([key, object]): Change[] => {
    const content = contentOf(object, of.currency);
    return known.get(key)?.content_hash === content ? [] : [{ object, content }];
  });
  const gone = stored
    .filter((row) => row.is_removed === 0 && !seen.has(keyOf({ type: row.object_type, id: row.object_id })))
    .map(
      ({ object_type: type, object_id: id }): Change => ({ object: { type, id, effective_status: 'removed' }, content: null }),
    );
  return compared(base, of, known, [...changed, ...gone]);
}

type StoredObject = RowOf<'act/connections/objects_list'>;

/** Adds to each change what the next reading is compared with, and how it differs from the last one. */
function compared(base: Base, of: CatalogueOf, stored: ReadonlyMap<string, StoredObject>, changes: Change[]): Change[] {
  const { comparedWith: readAt } = of;
  if (readAt === undefined) return changes;
  const now = new Map(changes.map(({ object }) => [keyOf(object), knownOf(object)]));
  const before = (key: string): Known | undefined => storedKnown.readIfValid(stored.get(key)?.known ?? '');
  /** Of what an object is in, if that changed too. */
  const parentsOf = (key: string, object: AdObject) => {
    const { campaign_id, adset_id } = stored.get(key) ?? object;
    const found = [`adset ${adset_id}`, `campaign ${campaign_id}`].map((key) => ({ before: before(key), after: now.get(key) }));
    return found.flatMap((each) => (each.before && each.after ? [{ before: each.before, after: each.after }] : []));
  };
  return changes.map((change) => {
    const { object } = change;
    const key = keyOf(object);
    const [was, is] = [before(key), knownOf(object)];
    const known = object.effective_status === 'removed' && was ? { ...was, status: 'removed' } : is;
    if (readAt === null) return { ...change, known };
    const differs = stored.has(key)
      ? was
        ? differencesOf(was, known, parentsOf(key, object))
        : []
      : [{ field: 'created' as const, before: undefined, after: undefined }];
    const at = { after_at: readAt, at: base.clock.now(), source: 'readings' as const, word: '' };
    const differences = differs.map((difference) => ({
      ...at,
      ...difference,
      type: object.type,
      id: object.id,
      name: known.name,
      key: canonicalJson([key, difference, at.after_at, at.at]),
    }));
    return { ...change, known, differences };
  });
}

interface Accepted {
  content: string | null;
  isRemoved: boolean;
  known?: string;
  differences?: readonly NewChange[];
}

/** What is compared next and what differed are written in one transaction: no difference is lost, and none is found twice. */
async function putObjects(
  base: Base,
  of: CatalogueOf,
  changes: readonly Change[],
  stateOf: (change: Change) => Accepted,
): Promise<void> {
  for (const part of chunksOf(changes, ROWS_AT_ONCE)) {
    const accepted = part.map((change) => ({ ...stateOf(change), ...change.object }));
    const rows = accepted.map(({ type, id, content, isRemoved, campaign_id, adset_id, known }) => [
      type,
      id,
      content,
      isRemoved ? 1 : 0,
      campaign_id ?? null,
      adset_id ?? null,
      known ?? null,
    ]);
    const at = { profile_id: of.profileId, platform: of.platform, account_id: of.accountId };
    base.state.tx(() => {
      base.state.statement('act/connections/objects_put').run({ ...at, rows: JSON.stringify(rows) });
      for (const { differences = [] } of accepted) putChanges(base, of, differences);
    });
    await new Promise<void>((done) => setImmediate(done));
  }
}

function factOf(base: Base, { profileId, platform, accountId, currency }: CatalogueOf, changes: readonly Change[]): NewFact {
  const now = base.clock.now();
  const body = { platform, account_id: accountId, currency, objects: changes.map(({ object }) => object) };
  return {
    profileId,
    kind: 'ad_objects',
    schemaVersion: SCHEMA_VERSION,
    receivedAt: now,
    occurredAt: now * 1000,
    trust: 'server',
    body: JSON.stringify(body),
  };
}

const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
