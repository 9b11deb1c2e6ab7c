// What a database's pages hold beside their cells is overwritten, and nothing else.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { SlackWiper } from '../../../src/base/sql/sqlite-slack.ts';
import { temporaryFolder } from '../folder.ts';
import { seededRandom } from '../random.ts';

const SECRET = 'the-secret-word';

interface Filled {
  file: string;
  db: Database.Database;
  wiper: SlackWiper;
  /** Rows with their keys in no order, so that pages are split; every tenth holds a secret. */
  add(rows: number): void;
}

function filled(t: TestContext, pageSize = 4096): Filled {
  const random = seededRandom(t);
  const file = join(temporaryFolder(t), 'one.sqlite');
  const db = new Database(file);
  db.pragma(`page_size = ${pageSize}`);
  db.pragma('journal_mode = wal');
  db.pragma('secure_delete = on');
  db.exec('create table rows (key integer primary key, text text); create index by_text on rows (text)');
  db.exec('create table bare (key text primary key, text text) strict, without rowid');
  db.exec("create virtual table words using fts5 (text, tokenize = 'trigram')");
  const one = db.prepare('insert or ignore into rows (key, text) values (?, ?)');
  const other = db.prepare('insert or ignore into bare (key, text) values (?, ?)');
  const add = db.transaction((rows: number) => {
    for (let n = 0; n < rows; n += 1) {
      const key = random(1_000_000_000);
      const text = `${n % 10 === 0 ? SECRET : 'harmless'}-${key} ${'long '.repeat(n % 97 === 0 ? 2_000 : 5)}`;
      one.run(key, text);
      other.run(createHash('md5').update(String(key)).digest('hex'), text);
    }
  });
  const wiper = new SlackWiper(file);
  t.after(() => {
    db.close();
    wiper.close();
  });
  return { file, db, wiper, add };
}

const forget = (db: Database.Database): void => {
  db.prepare('delete from rows where text like ?').run(`${SECRET}%`);
  db.prepare('delete from bare where text like ?').run(`${SECRET}%`);
};

const occurrences = (file: string): number => readFileSync(file).toString('latin1').split(SECRET).length - 1;

function wipe({ db, wiper }: Pick<Filled, 'db' | 'wiper'>): void {
  for (let page: number | undefined = 1; page !== undefined; ) page = wiper.step(db, page, 0);
}

const contents = (db: Database.Database): unknown[] => [
  db.prepare('select * from rows order by key').all(),
  db.prepare('select * from bare order by key').all(),
];

for (const pageSize of [512, 4096, 65_536])
  test(`pages of ${pageSize} bytes hold nothing of deleted rows once they are wiped`, (t) => {
    const { db, file, wiper, add } = filled(t, pageSize);
    // Which pages are split goes by the keys: one set of forty leaves no copy behind.
    for (let tries = 0; tries < 10 && occurrences(file) === 0; tries += 1) {
      for (let i = 0; i < 10; i += 1) add(800);
      forget(db);
      db.pragma('wal_checkpoint(truncate)');
    }
    assert.ok(occurrences(file) > 0, 'deleting alone leaves old copies');
    const before = contents(db);
    wipe({ db, wiper });
    assert.equal(occurrences(file), 0);
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
    assert.deepEqual(contents(db), before);
    // Pages that were in memory do not bring them back.
    db.prepare("update rows set text = text || 'x' where key % 3 = 0").run();
    db.pragma('wal_checkpoint(truncate)');
    assert.equal(occurrences(file), 0);
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
  });

test('rows that come in meanwhile are kept, and what is still read is waited for', (t) => {
  const { db, file, wiper, add } = filled(t);
  for (let i = 0; i < 40; i += 1) add(500);
  forget(db);
  const reader = new Database(file, { readonly: true });
  const reading = reader.prepare('select key from rows').iterate();
  reading.next();
  db.prepare("insert into bare values ('late', 'comer')").run();
  assert.equal(wiper.step(db, 1, 0), 1, 'a reader needs what the log holds');
  reading.return?.();
  let steps = 0;
  for (let page: number | undefined = 1; page !== undefined; steps += 1) {
    page = wiper.step(db, page, 0);
    add(10);
    forget(db);
  }
  assert.ok(steps > 1, String(steps));
  assert.equal(db.prepare("select text from bare where key = 'late'").pluck().get(), 'comer');
  assert.equal(reader.pragma('integrity_check', { simple: true }), 'ok');
  reader.close();
});
