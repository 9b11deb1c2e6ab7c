// A profile that arrives is a stranger's file until it is proven otherwise: rows of another profile, in whatever table and however indirectly, are
// refused before anything is written, and what gives access is listed first. `npm run hostile` has many more forged files go through the command.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { allProfiles } from '../../../src/account/places/index.ts';
import { canonicalJson } from '../../../src/base/kit/canonical.ts';
import { movedTables } from '../../../src/base/move/move-plan.ts';
import { referencesOf, uniqueKeysOf } from '../../../src/base/state/references.ts';
import type { TestApp } from '../../harness.ts';
import type { Shop } from '../../report/shop.ts';
import { contentsOf, type forge, insert, insertMoved, madeUp, type TrueMove } from './forged-move.ts';
import { type MoveWorld, runCommand as run, SPECIAL, startMoveWorld } from './move-world.ts';

let world: MoveWorld;
let old: Shop;
let here: TestApp;
let move: TrueMove;
let theirs: MoveWorld['theirs'];

before(async () => {
  world = await startMoveWorld();
  ({ old, here, move, theirs } = world);
});
after(() => world?.close());

const path = (name: string): string => world.path(name);
const refusalOf = async (change: Parameters<typeof forge>[3], byCommand = false) =>
  byCommand ? world.refusalOf(change) : world.faultOf(change);

const lastRefusal = () =>
  here.base.state.db
    .prepare("select detail from audit where action = 'profile.arrival_refused' order by audit_no desc")
    .pluck()
    .get();

test('a file that nobody changed is listed, and nothing is taken in', async () => {
  const before = contentsOf(here.base.state.db);
  const listed = await run(here, 'profiles-arrive', { file: move.file, key_file: move.keyFile });
  assert.equal(listed['status'], 'listed');
  const kinds = (listed['reaches'] as { kind: string; what: string }[]).map(({ kind }) => kind);
  assert.deepEqual([...new Set(kinds)].sort(), ['api_key', 'subscription', 'tracking_key']);
  assert.match(JSON.stringify(listed['reaches']), /93\.184\.215\.14/);
  assert.equal(contentsOf(here.base.state.db), before);
  const other = { file: move.file, key_file: move.keyFile, accepts: 'another list' };
  await assert.rejects(run(here, 'profiles-arrive', other), /not what was listed before/);
  assert.equal(contentsOf(here.base.state.db), before);
});

test('rows of another profile are refused, in every table that moves', async () => {
  const { db } = here.base.state;
  const tables = movedTables(db).filter(({ hasOwner }) => hasOwner);
  assert.ok(tables.length > 60);
  const found = await refusalOf((file) => {
    for (const { table } of tables) insertMoved(file, db, table, madeUp(db, table, { profile_id: here.profileId }));
  }, true);
  assert.equal(found.kind, 'foreign');
  assert.deepEqual(
    found.table.split(', '),
    tables.map(({ table }) => table),
  );
});

test('a row of nobody is refused', async () => {
  const { db } = here.base.state;
  const row = { ...madeUp(db, 'spend_reports', {}), profile_id: null };
  const found = await refusalOf((file) => insertMoved(file, db, 'spend_reports', row));
  assert.deepEqual([found.kind, found.table], ['foreign', 'spend_reports']);
});

test('rows that name rows of another profile are refused, by every reference', async () => {
  const { db } = here.base.state;
  const moved = new Set(movedTables(db).map(({ table }) => table));
  const references = referencesOf(db).filter(({ table }) => moved.has(table));
  assert.ok(references.length > 20);
  const found = await refusalOf((file) => {
    const added = new Set<string>();
    for (const [n, { table, column, parent, parentColumn }] of references.entries()) {
      const value = theirs.get(parent)?.[parentColumn];
      // One row names the rows of several tables where these have one key.
      const key = JSON.stringify([table, column, String(value)]);
      if (added.has(key)) continue;
      added.add(key);
      const values = { profile_id: old.profileId, [column]: value };
      insertMoved(file, db, table, madeUp(db, table, values, 1_000 + n));
    }
  }, true);
  assert.equal(found.kind, 'foreign', found.text);
  const names = references.map(({ table, column, parent }) => `${table}.${column} (${parent})`);
  assert.ok(found.text.includes(`its rows name rows of another profile here: ${names.join(', ')}`), found.text);
});

test('rows with the keys of rows of another profile are refused, by every key', async () => {
  const { db } = here.base.state;
  const keys = movedTables(db).flatMap(({ table, hasOwner, columns: moved }) =>
    (hasOwner ? uniqueKeysOf(db, table) : [])
      .filter(({ columns }) => !columns.includes('profile_id') && columns.every((name) => moved.includes(name)))
      .map(({ columns }) => ({ table, columns })),
  );
  assert.ok(keys.length > 15, `${keys.length} keys`);
  const found = await refusalOf((file) => {
    for (const [n, { table, columns }] of keys.entries()) {
      const same = Object.fromEntries(columns.map((name) => [name, theirs.get(table)?.[name]]));
      insertMoved(file, db, table, madeUp(db, table, { ...SPECIAL[table], ...same, profile_id: old.profileId }, 1_000 + n));
    }
  }, true);
  assert.equal(found.kind, 'foreign');
  const names = keys.map(({ table, columns }) => `${table} (${columns.join(', ')})`);
  assert.ok(found.text.endsWith(`another profile here has rows with the same keys: ${names.join(', ')}`), found.text);
});

test('what a file may contain besides rows of the profile', async (t) => {
  const { db } = here.base.state;
  const cases: [string, string, string, Parameters<typeof forge>[3]][] = [
    [
      'a table that is a view',
      'damaged',
      't_webhook_alerts',
      (file) => {
        file.exec(
          'drop table t_webhook_alerts; create view t_webhook_alerts as select null as profile_id, null as type, null as name where 0',
        );
      },
    ],
    [
      'a trigger',
      'damaged',
      'sly',
      (file) => {
        file.exec('create trigger sly after update on t_profiles begin delete from t_customers; end');
      },
    ],
    [
      'a column that is computed',
      'damaged',
      't_webhook_alerts',
      (file) => {
        file.exec('drop table t_webhook_alerts; create table t_webhook_alerts (profile_id as (1), type, name)');
      },
    ],
    [
      'a table of its own',
      'damaged',
      'more',
      (file) => {
        file.exec('create table more (x)');
      },
    ],
    [
      'a search text of another profile',
      'foreign',
      'search_values',
      (file) => {
        file.exec("insert into t_search_values values (1 << 40, 1, 'name', 'x')");
      },
    ],
    [
      'a search text before all others',
      'foreign',
      'search_values',
      (file) => {
        file.exec("insert into t_search_values values (-1, 1, 'name', 'x')");
      },
    ],
    [
      'a cursor ahead of the journal, with which the installation would not start again',
      'damaged',
      'cursors',
      (file) => {
        file.exec("update t_cursors set value = 1000000 where name = 'stitched'");
      },
    ],
    [
      'a cursor of computed figures',
      'damaged',
      'cursors',
      (file) => {
        file.prepare("insert into t_cursors (name, profile_id, value) values ('landed', ?, 5)").run(old.profileId);
      },
    ],
    [
      'a decision that is not as it was written, with which no backup would be made again',
      'damaged',
      'decisions',
      (file) => {
        file.exec('update t_decisions set decided_at = decided_at + 1 where decision_no = 1');
      },
    ],
    [
      'a decision that is missing',
      'damaged',
      'decisions',
      (file) => {
        file.exec('delete from t_decisions where decision_no = 1');
      },
    ],
    [
      'an outcome of a fact that is not there',
      'damaged',
      'outcomes',
      (file) => {
        file.exec('update t_outcomes set seq = 1000000');
      },
    ],
    [
      'a value of another type',
      'damaged',
      'profiles',
      (file) => {
        file.exec("update t_profiles set created_at = 'yesterday'");
      },
    ],
    [
      'no profile',
      'damaged',
      'profiles',
      (file) => {
        file.exec('delete from t_profiles');
      },
    ],
    [
      'a row without the one that it belongs to',
      'damaged',
      'connection_accounts',
      (file) => {
        insertMoved(
          file,
          db,
          'connection_accounts',
          madeUp(db, 'connection_accounts', { profile_id: old.profileId, connection_id: crypto.randomUUID() }),
        );
      },
    ],
  ];
  for (const [what, kind, table, change] of cases)
    await t.test(what, async () => {
      const found = await refusalOf(change);
      assert.deepEqual([found.kind, found.table], [kind, table]);
    });
});

test('the command refuses what only it can see, writes nothing and audits it', async (t) => {
  const { db } = here.base.state;
  const waiting = { ledger: 'webhooks', key: 'msg_1', state: 'pending', at: 1, updated_at: 1, body: '{}', due_at: 1 };
  const segment = (file: string) => /^archive.*\.json$/.test(file);
  const cases: [string, string, string, Parameters<typeof forge>[3]][] = [
    [
      'a row of another profile',
      'foreign',
      'api_keys',
      (file) => {
        insertMoved(file, db, 'api_keys', madeUp(db, 'api_keys', { profile_id: here.profileId }));
      },
    ],
    [
      'a key with a scope that no key can have',
      'foreign',
      '',
      (file) => {
        file.exec(`update t_api_keys set scopes = '["workspaces:write"]'`);
      },
    ],
    [
      'stored JSON of another shape',
      'damaged',
      'api_keys',
      (file) => {
        file.exec(`update t_api_keys set scopes = '{"a":1}'`);
      },
    ],
    [
      'a delivery to a receiver of another profile',
      'foreign',
      'waiting',
      (file) => {
        insert(file, 't_waiting', { ...waiting, lane: theirs.get('webhook_subscriptions')?.['subscription_id'] });
      },
    ],
    [
      'a delivery to nobody',
      'foreign',
      'waiting',
      (file) => {
        insert(file, 't_waiting', { ...waiting, lane: null });
      },
    ],
    [
      'a delivery of a ledger that has no lanes',
      'foreign',
      'waiting',
      (file) => {
        const lane = file.prepare('select subscription_id from t_webhook_subscriptions').pluck().get();
        insert(file, 't_waiting', { ...waiting, ledger: 'conversions', lane });
      },
    ],
    [
      'a segment that names another profile',
      'foreign',
      'files',
      (file, manifest) => {
        for (const each of manifest.files.filter(({ path: name }) => segment(name))) {
          const text = String(
            file.prepare<[string], Buffer>('select bytes from files where path = ?').pluck().get(each.path),
          ).replaceAll(old.profileId, here.profileId);
          replaceFile(file, each, Buffer.from(text));
        }
      },
    ],
    [
      'a segment that nobody lists',
      'foreign',
      'files',
      (_, manifest) => {
        manifest.segments = [];
      },
    ],
    [
      'a file that is not as it was written',
      'damaged',
      'files',
      (file) => {
        file.exec("update files set bytes = x'00' where path like '%.parquet'");
      },
    ],
  ];
  for (const [what, kind, table, change] of cases)
    await t.test(what, async () => {
      const found = await refusalOf(change, true);
      assert.deepEqual([found.kind, found.table], [kind, table]);
      assert.deepEqual(JSON.parse(String(lastRefusal())).kind, kind);
    });
});

function replaceFile(
  db: Parameters<Parameters<typeof forge>[3]>[0],
  entry: { path: string; bytes: number; sha256: string },
  bytes: Buffer,
): void {
  db.prepare('update files set bytes = ? where path = ?').run(bytes, entry.path);
  entry.bytes = bytes.length;
  entry.sha256 = createHash('sha256').update(bytes).digest('hex');
}

/** The true segment, whose rows say that they are of the other profile. */
async function foreignSegment(): Promise<string> {
  const [segment] = old.base.archive.segments(old.profileId);
  const target = path('foreign.parquet');
  const engine = await DuckDBInstance.create(':memory:');
  const connection = await engine.connect();
  await connection.run(
    `copy (select * replace ('${here.profileId}' as profile_id) from read_parquet('${segment?.path}')) to '${target}' (format parquet)`,
  );
  connection.disconnectSync();
  engine.closeSync();
  return target;
}

test('a facts file of another profile is found by its rows, whatever its manifest says', async () => {
  const bytes = readFileSync(await foreignSegment());
  const found = await refusalOf((file, manifest) => {
    const parquet = manifest.files.find(({ path: name }) => name.endsWith('.parquet'));
    assert.ok(parquet);
    replaceFile(file, parquet, bytes);
    const json = manifest.files.find(({ path: name }) => name === parquet.path.replace('.parquet', '.json'));
    assert.ok(json);
    const text = String(file.prepare<[string], Buffer>('select bytes from files where path = ?').pluck().get(json.path));
    const { manifest_sha256: _, ...fields } = JSON.parse(text);
    const changed = { ...fields, bytes: bytes.length, sha256: parquet.sha256 };
    const signed = { ...changed, manifest_sha256: createHash('sha256').update(canonicalJson(changed)).digest('hex') };
    replaceFile(file, json, Buffer.from(JSON.stringify(signed)));
    for (const each of manifest.segments) each.sha256 = parquet.sha256;
  }, true);
  assert.deepEqual([found.kind, found.table], ['foreign', 'files']);
});

test('what was listed is taken in, and both sides have it in their audit', async () => {
  const args = { file: move.file, key_file: move.keyFile };
  const { accepts } = await run(here, 'profiles-arrive', args);
  assert.equal((await run(here, 'profiles-arrive', { ...args, accepts }))['status'], 'here');
  const detailOf = (app: Pick<TestApp, 'base'>, action: string) =>
    JSON.parse(
      String(
        app.base.state.db
          .prepare('select detail from audit where action = ? and profile_id = ? order by audit_no desc')
          .pluck()
          .get(action, old.profileId),
      ),
    );
  const [left, arrived] = [detailOf(old, 'profile.left'), detailOf(here, 'profile.arrived')];
  assert.deepEqual(arrived.api_key, left.api_key);
  assert.deepEqual(arrived.subscription, left.subscription);
  assert.equal(arrived.api_key.length, 3);
  const found = await here.api(here.session).get('/profile/knowledge-base/documents', { profile_id: old.profileId, q: 'thirty' });
  assert.deepEqual(
    found.body.data.map(({ title, snippet }: { title: string; snippet: string }) => [title, snippet]),
    [['Returns', 'Within thirty days.']],
  );
  const { db } = here.base.state;
  const strangers = movedTables(db)
    .filter(({ hasOwner }) => hasOwner)
    .flatMap(({ table }) => db.prepare(`select distinct profile_id from "${table}"`).pluck().all());
  assert.ok(strangers.every((id) => id === '' || allProfiles(here.base).some(({ profileId }) => profileId === id)));
});
