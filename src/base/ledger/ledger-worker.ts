// Writes the ledger's file, which open-ledger.ts has made, alone in its thread: a message is one transaction and one sync to disk.
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { withoutWords } from '../contract/erasing.ts';
import { sqlText } from '../sql/sql-files.ts';
import { SlackWiper } from '../sql/sqlite-slack.ts';
import { addSumFunction } from './entry-sums.ts';
import { isDamage } from './file.ts';
import type { FromLedgerThread, Operation, ToLedgerThread } from './ledger.ts';

const CHUNK_ROWS = 2_000;
const WIPE_PATIENCE_MS = 50;
/** A reader that never ends keeps the wipe from its end: the caller repeats it. */
const WIPE_TRIES = 200;

const { file } = workerData as { file: string };
const port = parentPort as NonNullable<typeof parentPort>;
const send = (message: FromLedgerThread): void => port.postMessage(message);

const db = new Database(file, { fileMustExist: true });
db.pragma('synchronous = full');
db.pragma('secure_delete = fast');
db.pragma('busy_timeout = 5000');
db.pragma('wal_autocheckpoint = 4000');
db.pragma('journal_size_limit = 67108864');
addSumFunction(db);

const statement = (name: string) => db.prepare<[Record<string, unknown>]>(sqlText(`ledger/${name}`));
const statements = {
  add: statement('entry_add'),
  update: statement('entry_update'),
  end: statement('lane_end'),
  forget: statement('entries_forget'),
  adopt: statement('entry_adopt'),
  dropWaiting: statement('entries_waiting_drop'),
  purge: statement('entries_purge'),
  bodies: db.prepare<[Record<string, unknown>], { entry_no: number; key: string; body: string }>(sqlText('ledger/bodies_list')),
  setBody: statement('body_set'),
  sum: statement('entries_sum'),
};
let wiper: SlackWiper | undefined;

function write(operation: Operation): number {
  if (operation.type === 'add' || operation.type === 'update') {
    const { ledger, profileId, key, state, at, dueAt = null, lane = null } = operation.entry;
    const params = { ledger, profile_id: profileId, key, state, at, due_at: dueAt, body: operation.body };
    if (operation.type === 'add') return statements.add.run({ ...params, lane }).changes;
    const { path: kept = null, ends: ended = null } = operation.keeps ?? {};
    return statements.update.run({ ...params, kept, ended }).changes;
  }
  if (operation.type === 'end') {
    const { lane, state, reason, at, kept = null } = operation;
    return inChunks((limit) => statements.end.run({ ...lane, state, reason, at, kept, limit }).changes);
  }
  if (operation.type === 'forget') {
    const { ledger, before } = operation;
    return inChunks((limit) => statements.forget.run({ ledger, before, limit }).changes);
  }
  if (operation.type === 'adopt') return statements.adopt.run({ profile_id: operation.profileId, ...operation.entry }).changes;
  if (operation.type === 'drop waiting')
    return inChunks((limit) => statements.dropWaiting.run({ profile_id: operation.profileId, limit }).changes);
  if (operation.type === 'purge')
    return inChunks((limit) => statements.purge.run({ profile_id: operation.profileId, limit }).changes);
  return erase(operation.profileId, operation.words);
}

function inChunks(work: (limit: number) => number): number {
  let sum = 0;
  for (;;) {
    const done = work(CHUNK_ROWS);
    sum += done;
    if (done < CHUNK_ROWS) return sum;
  }
}

function erase(profileId: string, words: readonly string[]): number {
  let changed = 0;
  for (let after = 0; ; ) {
    const rows = statements.bodies.all({ profile_id: profileId, after, limit: CHUNK_ROWS });
    const last = rows.at(-1);
    if (!last) return changed;
    for (const { entry_no, key, body } of rows) {
      const clean = { key: withoutWords(key, words), body: JSON.stringify(withoutWords(JSON.parse(body), words)) };
      if (clean.key === key && clean.body === body) continue;
      // Two keys may become equal: the number keeps them distinct.
      changed += statements.setBody.run({
        entry_no,
        ...clean,
        key: clean.key === key ? key : `${clean.key} ${entry_no}`,
      }).changes;
    }
    after = last.entry_no;
  }
}

/** Overwrites what deleted rows leave in the log and in the pages of the file. */
function wipe(): void {
  wiper ??= new SlackWiper(file);
  let tries = 0;
  for (let page: number | undefined = 1; page !== undefined; ) {
    const next: number | undefined = wiper.step(db, page, WIPE_PATIENCE_MS);
    if (next === page && ++tries > WIPE_TRIES) throw new Error('the ledger is being read: it could not be wiped');
    page = next;
  }
}

const transaction = (operations: readonly Operation[]): number[] =>
  db
    .transaction(() => {
      const changes = operations.map(write);
      statements.sum.run({});
      return changes;
    })
    .immediate();

function close(): void {
  db.close();
  wiper?.close();
  port.close();
}

port.on('message', (message: ToLedgerThread | 'close') => {
  if (message === 'close') return close();
  const { id, operations } = message;
  try {
    const changes = transaction(operations);
    if (operations.some(({ type }) => type === 'erase' || type === 'purge')) wipe();
    send({ id, changes });
  } catch (error) {
    send({ id, failure: error instanceof Error ? error.message : 'unknown', isDamage: isDamage(error) });
  }
});
send({ ready: true });
