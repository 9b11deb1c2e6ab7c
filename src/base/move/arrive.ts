// A profile arrives: its file is checked as a whole, then its segments, then its part of the journal, then its rows of state in one transaction,
// with which it is here. What a crash leaves before that is removed by the next attempt.
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Base } from '../base.ts';
import { fileHash, makeFolder, syncToDisk } from '../files/durable.ts';
import { archiveFolder } from '../journal/archive.ts';
import type { WaitingEntry } from '../ledger/ledger.ts';
import { profileFolder } from '../warehouse/layout.ts';
import { type MoveManifest, MoveRefused, sealingKey } from './move-file.ts';
import { digestOf, type MovedTable, movedTables, WAITING_COLUMNS } from './move-plan.ts';

const OUTCOMES_AT_ONCE = 2_000;

/** Refuses rows that are not as the manifest says. */
export function checkContents(db: Database, manifest: MoveManifest, tables: readonly MovedTable[]): void {
  const listed = (columns: readonly string[]): string => columns.map((name) => `"${name}"`).join(', ');
  const selects = new Map(
    tables.map(({ table, columns }) => [table, `select ${listed(columns)} from "t_${table}" order by rowid`]),
  );
  selects.set('outcomes', 'select outcome_key, seq, content_hash from t_outcomes order by rowid');
  selects.set('waiting', `select ${WAITING_COLUMNS} from t_waiting order by rowid`);
  for (const [table, select] of selects)
    if (digestOf(db, select, []) !== manifest.contents[table])
      throw new MoveRefused(`The file is damaged: its rows of ${table} do not have the digest of the manifest.`);
}

/** The remains of an earlier stay, or of an attempt: facts, files and figures. Its rows of state are replaced by the arriving ones. */
export async function removeEarlier(base: Base, profileId: string): Promise<void> {
  // Not while anything is known that the journal would lack then.
  base.state.tx(() => base.state.statement('base/cursors_purge').run({ profile_id: profileId, limit: 1_000 }));
  await base.warehouse.remove(profileId);
  if (base.journal.lastSeq(profileId) > 0n) await base.journal.purge(profileId);
  await base.archive.purge(profileId);
  // They left with an earlier file.
  await base.ledger.replaceWaiting(profileId, []);
  rmSync(profileFolder(base.config.dataDir, profileId), { recursive: true, force: true });
}

/** Writes segments and pictures into the profile's folder, and reads them back. */
export async function placeFiles(base: Base, db: Database, { profile_id: profileId, files }: MoveManifest): Promise<void> {
  const folder = profileFolder(base.config.dataDir, profileId);
  makeFolder(archiveFolder(base.config.dataDir, profileId));
  const parts = db.prepare<[string], { bytes: Buffer }>('select bytes from files where path = ? order by part');
  for (const { path, bytes, sha256 } of files) {
    const target = join(folder, path);
    makeFolder(dirname(target));
    rmSync(target, { force: true });
    const fd = openSync(target, 'wx', 0o600);
    let written = 0;
    try {
      for (const part of parts.iterate(path)) written += writeSync(fd, part.bytes);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (written !== bytes || (await fileHash(target)) !== sha256)
      throw new MoveRefused(`The file is damaged: ${path} is not as it was written.`);
    syncToDisk(dirname(target));
  }
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
      ...{ firstSeq: BigInt(first_seq), lastSeq: BigInt(last), sha256, nextSha256: null },
    })),
  );
}

/** Deliveries that waited for their time at the source. The ended ones stay there as history. */
export async function adoptWaiting(base: Base, db: Database, { profile_id: profileId }: MoveManifest): Promise<void> {
  const select = db.prepare<[], WaitingEntry>(`select ${WAITING_COLUMNS} from t_waiting order by rowid`);
  await base.ledger.replaceWaiting(profileId, select.all());
}

/** Values that differ here: the workspace, and apps that this installation may not have. */
const HERE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  profiles: { workspace_id: '$workspace' },
  access_profiles: { workspace_id: '$workspace', provisioned_by: 'null' },
};
const CHOSEN: Readonly<Record<string, string>> = { api_keys: 'where app_id is null or app_id in (select app_id from main.apps)' };

function insertRows(db: Database, { table, columns }: MovedTable, workspaceId: string): void {
  const names = columns.map((name) => `"${name}"`).join(', ');
  const values = columns.map((name) => HERE[table]?.[name] ?? `"${name}"`).join(', ');
  const verb = table === 'access_profiles' ? 'insert or ignore' : table === 'api_keys' ? 'insert or replace' : 'insert';
  const statement = db.prepare(
    `${verb} into main."${table}" (${names}) select ${values} from moved."t_${table}" ${CHOSEN[table] ?? ''} order by rowid`,
  );
  if (HERE[table]) statement.run({ workspace: workspaceId });
  else statement.run();
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
  const of = { profile: profileId };
  db.prepare(
    `insert into main.search_values (value_no, profile_no, customer_no, kind, value)
    select ${first} + value_no, ${first} >> 40, customer_no, kind, value from moved.t_search_values order by value_no`,
  ).run(of);
  db.prepare(
    `insert into search_index (rowid, words, codes)
    select -(${first} + value_no), case when kind in ('name', 'email') then ' ' || value end,
      case when kind not in ('name', 'email') then ' ' || value end
    from moved.t_search_values order by value_no desc`,
  ).run(of);
}

/** In one transaction; `within` adds what else makes the profile be here. */
export function adoptRows(
  base: Base,
  file: string,
  { manifest, key, workspaceId }: { manifest: MoveManifest; key: Buffer; workspaceId: string },
  within: () => void,
): void {
  const { db } = base.state;
  db.prepare('attach database ? as moved').run(file);
  try {
    base.state.tx(() => {
      db.pragma('defer_foreign_keys = on');
      const tables = movedTables(db);
      removeRows(base, manifest.profile_id, tables);
      base.state.keys.adopt(manifest.profile_id, Buffer.from(manifest.sealed_key, 'base64'), sealingKey(key));
      for (const each of tables) if (each.table !== 'search_values') insertRows(db, each, workspaceId);
      insertSearchTexts(db, manifest.profile_id);
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
