// A profile arrives: its files take their place, then its part of the journal, then its rows of state in one transaction, with which it is here. All
// was checked before (check-rows.ts, `stageFiles`). What a crash leaves before that transaction is removed by the next attempt.
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Base } from '../base.ts';
import { fileHash, makeFolder, syncToDisk } from '../files/durable.ts';
import type { WaitingEntry } from '../ledger/ledger.ts';
import { columnsOf } from '../state/references.ts';
import { profileFolder } from '../warehouse/layout.ts';
import { type CheckedRows, RowsRefused } from './check-rows.ts';
import { type MoveKey, type MoveManifest, MoveRefused, sealingKey } from './move-file.ts';
import { listed, type MovedTable, movedTables, SEARCH_NUMBERS, WAITING_COLUMNS } from './move-plan.ts';

const OUTCOMES_AT_ONCE = 2_000;
/** In the profile's folder: files that have arrived and are checked, before anything of an earlier stay goes. */
const ARRIVING = 'arriving';
const ARCHIVE = 'archive';

/** The remains of an earlier stay, or of an attempt: facts, files and figures. Its rows of state are replaced by the arriving ones. */
export async function removeEarlier(base: Base, profileId: string): Promise<void> {
  // Not while anything is known that the other store would lack then.
  await base.journal.forgetCleared(profileId);
  base.state.tx(() => base.state.statement('base/cursors_purge').run({ profile_id: profileId, limit: 1_000 }));
  await base.warehouse.remove(profileId);
  if (base.journal.lastSeq(profileId) > 0n) await base.journal.purge(profileId);
  await base.archive.purge(profileId);
  // They left with an earlier file.
  await base.ledger.replaceWaiting(profileId, []);
  const folder = profileFolder(base.config.dataDir, profileId);
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name !== ARRIVING) rmSync(join(folder, name), { recursive: true, force: true });
}

const arrivingFolder = (base: Base, profileId: string): string => join(profileFolder(base.config.dataDir, profileId), ARRIVING);

export function removeArriving(base: Base, profileId: string): void {
  rmSync(arrivingFolder(base, profileId), { recursive: true, force: true });
  // Of a profile that has not been here, nothing remains.
  for (const folder of [profileFolder(base.config.dataDir, profileId), base.warehouse.landingFolder(profileId)])
    if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Writes segments and files beside those of an earlier stay, and reads them back: bytes, manifests, and whose facts they contain. */
export async function stageFiles(base: Base, db: Database, manifest: MoveManifest): Promise<void> {
  const { profile_id: profileId } = manifest;
  removeArriving(base, profileId);
  const folder = arrivingFolder(base, profileId);
  makeFolder(join(folder, ARCHIVE));
  try {
    for (const each of manifest.files) await stageFile(db, folder, each);
    await requireSegments(base, join(folder, ARCHIVE), manifest);
  } catch (error) {
    removeArriving(base, profileId);
    throw error;
  }
}

async function stageFile(db: Database, folder: string, { path, bytes, sha256 }: MoveManifest['files'][number]): Promise<void> {
  const parts = db.prepare<[string], { bytes: unknown }>('select bytes from files where path = ? order by part');
  const target = join(folder, path);
  makeFolder(dirname(target));
  const fd = openSync(target, 'wx', 0o600);
  let written = 0;
  try {
    for (const part of parts.iterate(path)) if (Buffer.isBuffer(part.bytes)) written += writeSync(fd, part.bytes);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  if (written !== bytes || (await fileHash(target)) !== sha256)
    throw new RowsRefused({ kind: 'damaged', table: 'files', text: `${path} is not as it was written` });
  syncToDisk(dirname(target));
}

/** The segments that the manifest lists, all facts from the first to the last, each of this profile. */
async function requireSegments(
  base: Base,
  folder: string,
  { profile_id, segments: listed, last_seq }: MoveManifest,
): Promise<void> {
  const refuse = (text: string): never => {
    throw new RowsRefused({ kind: 'foreign', table: 'files', text });
  };
  const { segments, damages } = await base.archive.inspectFolder(profile_id, folder);
  const [damage] = damages;
  if (damage) refuse(`its segment ${basename(damage.path)} is not one of the profile (${damage.reason})`);
  const found = segments.map(({ firstSeq, lastSeq, sha256 }) => `${firstSeq} ${lastSeq} ${sha256}`);
  const expected = listed.map(({ first_seq, last_seq: last, sha256 }) => `${first_seq} ${last} ${sha256}`);
  if (found.join() !== expected.join() || String(segments.at(-1)?.lastSeq ?? 0n) !== last_seq)
    refuse('its segments differ from the list in its manifest');
}

/** In their place, once what was there before is gone. */
export function placeFiles(base: Base, profileId: string): void {
  const folder = profileFolder(base.config.dataDir, profileId);
  for (const name of readdirSync(join(folder, ARRIVING))) renameSync(join(folder, ARRIVING, name), join(folder, name));
  removeArriving(base, profileId);
  syncToDisk(folder);
}

/** Outcome keys, then the counts that make the profile's facts known. */
export async function adoptJournal(base: Base, db: Database, manifest: MoveManifest): Promise<void> {
  const { profile_id: profileId, segments, last_seq } = manifest;
  const rows = db
    .prepare<[bigint, number], { rowid: bigint; outcome_key: Buffer; seq: bigint; content_hash: Buffer }>(
      'select rowid, outcome_key, seq, content_hash from t_outcomes where rowid > ? order by rowid limit ?',
    )
    .safeIntegers(true);
  for (let after: bigint | undefined = 0n, isFirst = true; after !== undefined; isFirst = false) {
    const portion = rows.all(after, OUTCOMES_AT_ONCE);
    const outcomes = portion.map(({ outcome_key, seq, content_hash }) => ({
      outcomeKey: outcome_key,
      seq,
      contentHash: content_hash,
    }));
    await base.journal.adoptOutcomes(profileId, outcomes, isFirst);
    after = portion.at(-1)?.rowid;
  }
  await base.journal.adopt(
    profileId,
    BigInt(last_seq),
    segments.map(({ first_seq, last_seq: last, sha256 }) => ({
      firstSeq: BigInt(first_seq),
      lastSeq: BigInt(last),
      sha256,
      nextSha256: null,
    })),
  );
}

/** Deliveries that waited for their time at the source. The ended ones stay there as history. */
export async function adoptWaiting(base: Base, db: Database, { profile_id: profileId }: MoveManifest): Promise<void> {
  const select = db.prepare<[], WaitingEntry>(`select ${WAITING_COLUMNS} from t_waiting order by rowid`);
  await base.ledger.replaceWaiting(profileId, select.all());
}

const VERBS: Readonly<Record<string, string>> = { access_profiles: 'insert or ignore', api_keys: 'insert or replace' };
/** The engine numbers them. */
const NUMBERS: Readonly<Record<string, string>> = {
  statement_imports: 'import_no',
  webhook_outbox: 'outbox_no',
  search_profiles: 'profile_no',
  knowledge_passages: 'passage_no',
  file_imports: 'import_no',
  shop_orders: 'order_no',
  shop_products: 'product_no',
  managed_calendars: 'calendar_no',
  messages: 'message_no',
  whatsapp_registrations: 'attempt_no',
};

function insertRows(db: Database, table: string): void {
  const names = listed(
    columnsOf(db, table)
      .map(({ name }) => name)
      .filter((name) => name !== NUMBERS[table]),
  );
  const hasRowid =
    db.prepare<[string], number>("select wr from pragma_table_list(?) where schema = 'main'").pluck().get(table) === 0;
  const order = hasRowid ? 'order by rowid' : '';
  db.exec(`${VERBS[table] ?? 'insert'} into main."${table}" (${names}) select ${names} from moved."${table}" ${order}`);
}

/** Rows of an earlier stay. Keys and access to the profile are replaced one by one, as others refer to them. */
function removeRows(base: Base, profileId: string, tables: readonly MovedTable[]): void {
  const { db, keys } = base.state;
  // While there is a key, decisions cannot be deleted.
  keys.remove(profileId);
  db.prepare('delete from search_values where profile_no = (select profile_no from search_profiles where profile_id = ?)').run(
    profileId,
  );
  for (const { table } of tables)
    if (!['access_profiles', 'api_keys', 'search_values'].includes(table))
      db.prepare(`delete from main."${table}" where profile_id = ?`).run(profileId);
}

/** Search texts get numbers of this installation, and their place in the index. */
function insertSearchTexts(db: Database, profileId: string): void {
  const first = '((select profile_no from main.search_profiles where profile_id = $profile) << 40)';
  const own = `(value_no & ${SEARCH_NUMBERS - 1n})`;
  const of = { profile: profileId };
  db.prepare(
    `insert into main.search_values (value_no, profile_no, customer_no, kind, value)
    select ${first} + ${own}, ${first} >> 40, customer_no, kind, value from moved.search_values order by value_no`,
  ).run(of);
  db.prepare(
    `insert into search_index (rowid, words, codes)
    select -value_no, words, codes from main.search_values where value_no between ${first} and ${first} | ((1 << 40) - 1)
    order by value_no desc`,
  ).run(of);
}

/** A profile that comes back keeps its place here; what was made healthcare there is so here. */
function keepGuard(db: Database, profileId: string): void {
  db.prepare(
    'update main.access_profiles set is_healthcare = 1 where profile_id = ? and profile_id in (select profile_id from moved.access_profiles where is_healthcare = 1)',
  ).run(profileId);
}

/** Rows that were checked, in one transaction; `within` adds what else makes the profile be here. */
export function adoptRows(
  base: Base,
  rows: CheckedRows,
  { manifest, key }: { manifest: MoveManifest; key: MoveKey },
  within: () => void,
): void {
  const { db } = base.state;
  db.prepare('attach database ? as moved').run(rows.file);
  try {
    base.state.tx(() => {
      db.pragma('defer_foreign_keys = on');
      const tables = movedTables(db);
      removeRows(base, manifest.profile_id, tables);
      base.state.keys.adopt(manifest.profile_id, Buffer.from(manifest.sealed_key, 'base64'), sealingKey(key));
      for (const { table } of tables) if (table !== 'search_values') insertRows(db, table);
      insertSearchTexts(db, manifest.profile_id);
      keepGuard(db, manifest.profile_id);
      within();
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY')
      throw new MoveRefused('The profile names people or apps that this installation does not know.');
    throw error;
  } finally {
    db.exec('detach database moved');
  }
}
