// Writes the file in which a profile moves, or only the digests of what it would contain. In a thread of its own: a large profile takes seconds.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { syncToDisk } from '../files/durable.ts';
import type { MoveWork, Written } from './leave.ts';
import { PART_BYTES } from './move-file.ts';
import { digestOf, movedTables, WAITING_COLUMNS } from './move-plan.ts';

const work = workerData as MoveWork;
/** Rows of the journal and of the ledger; the latter's are deliveries that wait for their time. */
const OTHERS = {
  outcomes: `select outcome_key, seq, content_hash from journal.outcomes
    where profile_no = (select profile_no from journal.profiles where profile_id = ?) order by outcome_key`,
  waiting: `select ${WAITING_COLUMNS} from ledger.entries where profile_id = ? and due_at is not null order by entry_no`,
};

/** In parts: a row of many megabytes would be in memory twice. */
function addFile(db: Database.Database, path: string): Written['files'][number] {
  const fd = openSync(join(work.folder, path), 'r');
  const hash = createHash('sha256');
  const add = db.prepare('insert into files (path, part, bytes) values (?, ?, ?)');
  let bytes = 0;
  try {
    for (let part = 0; ; part++) {
      const buffer = Buffer.alloc(PART_BYTES);
      const read = readSync(fd, buffer);
      if (read === 0) break;
      const piece = buffer.subarray(0, read);
      hash.update(piece);
      add.run(path, part, piece);
      bytes += read;
    }
  } finally {
    closeSync(fd);
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

function run(): Written {
  const db = new Database(work.target ?? ':memory:');
  try {
    db.pragma('journal_mode = off');
    db.prepare('attach database ? as state').run(work.state);
    db.prepare('attach database ? as journal').run(work.journal);
    db.prepare('attach database ? as ledger').run(work.ledger);
    const contents: Record<string, string> = {};
    const files: Written['files'] = [];
    const write = db.transaction(() => {
      for (const { table, select } of movedTables(db, 'state')) {
        contents[table] = digestOf(db, select, [work.profileId]);
        if (work.target) db.prepare(`create table "t_${table}" as ${select}`).run(work.profileId);
      }
      for (const [table, select] of Object.entries(OTHERS)) {
        contents[table] = digestOf(db, select, [work.profileId]);
        if (work.target) db.prepare(`create table t_${table} as ${select}`).run(work.profileId);
      }
      if (!work.target) return;
      db.exec(
        'create table files (path text not null, part integer not null, bytes blob not null, primary key (path, part)) without rowid',
      );
      db.exec('create table move_manifest (manifest text not null, signature blob not null)');
      for (const path of work.files) files.push(addFile(db, path));
    });
    write();
    return { contents, files };
  } finally {
    db.close();
  }
}

const written = run();
if (work.target) syncToDisk(work.target);
parentPort?.postMessage(written);
