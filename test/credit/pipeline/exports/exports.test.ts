// Exports of figures: what changed is written, a loader that follows the cursor has the same rows as the published files, an export that broke off is
// repeated, and who was erased is in no file of the place.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';
import { setHealthcare } from '../../../../src/account/places/index.ts';
import { type ExportManifest, exportManifest } from '../../../../src/credit/pipeline/exports/manifest.ts';
import { keepExports, readExportRecord } from '../../../../src/credit/pipeline/index.ts';
import { temporaryFolder } from '../../../base/folder.ts';
import { BUCKET_KEY, startBucket } from '../../../fakes/places/bucket.ts';
import { startTestApp, type TestApp, type TestOptions } from '../../../harness.ts';

const HOUR = 3_600_000;

async function openPaid(t: TestContext, config: NonNullable<TestOptions['config']>): Promise<TestApp> {
  const app = await startTestApp({ at: '2026-03-31T12:00:00Z', config });
  t.after(() => app.close());
  await pay(app, 'order-1', '2026-02-10T10:00:00Z', '100');
  await pay(app, 'order-2', '2026-03-10T10:00:00Z', '50');
  await app.settle();
  return app;
}

async function pay(app: TestApp, key: string, occurred_at: string, amount: string, more: object = {}): Promise<void> {
  const answer = await app.api(app.apiKey).post('/events', {
    event_type: 'payment_received',
    idempotency_key: key,
    occurred_at,
    value: { amount, currency: 'USD' },
    anonymous_id: `browser-of-${key}`,
    user_traits: { email: `payer-of-${key}@example.com` },
    ...more,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
}

const profileFolder = (place: string, app: TestApp): string => {
  const [root = ''] = readdirSync(place).filter((name) => name.startsWith('tributary-export-'));
  return join(place, root, app.profileId);
};
const manifestIn = (folder: string): ExportManifest =>
  exportManifest.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
const changedIn = ({ tables }: ExportManifest, number: number): string[] =>
  tables.flatMap(({ parts }) => parts.filter(({ changed_in }) => changed_in === number).map(({ path }) => path)).sort();

async function connect(): Promise<DuckDBConnection> {
  return (await DuckDBInstance.create(':memory:')).connect();
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<unknown[]> {
  return (await connection.runAndReadAll(sql)).getRowsJson();
}

/** What a loader does: parts above its cursor take the place of their month, months that are gone go. */
class Loader {
  #cursor = 0;
  readonly #connection: DuckDBConnection;
  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  async load(folder: string): Promise<void> {
    const manifest = manifestIn(folder);
    for (const { name, parts } of manifest.tables)
      for (const part of parts.filter(({ changed_in }) => changed_in > this.#cursor)) {
        const rows = `select *, '${part.month}' as loaded_month from read_parquet('${join(folder, part.path)}')`;
        await this.#connection.run(`create table if not exists ${name} as ${rows} limit 0`);
        await this.#connection.run(`delete from ${name} where loaded_month = '${part.month}'`);
        await this.#connection.run(`insert into ${name} ${rows}`);
      }
    for (const { table, month, gone_in } of manifest.gone)
      if (gone_in > this.#cursor) await this.#connection.run(`delete from ${table} where loaded_month = '${month}'`);
    this.#cursor = manifest.export;
  }
}

async function assertLoaded(connection: DuckDBConnection, app: TestApp): Promise<void> {
  const published = join(app.dataDir, 'profiles', app.profileId, 'published', 'current');
  for (const name of readdirSync(published).flatMap((file) => (file.endsWith('.parquet') ? [file.slice(0, -8)] : []))) {
    const both = `(select * exclude (loaded_month) from ${name}) except all select * from '${published}/${name}.parquet'`;
    const other = `select * from '${published}/${name}.parquet' except all (select * exclude (loaded_month) from ${name})`;
    assert.deepEqual(await rowsOf(connection, `${both} union all (${other})`), [], name);
  }
}

test('a folder: a loader that follows the cursor has the rows of the published files', async (t) => {
  const place = temporaryFolder(t);
  const app = await openPaid(t, { exportTarget: place, exportHours: 24 });
  const connection = await connect();
  const loader = new Loader(connection);
  const first = await keepExports(app.base);
  const folder = profileFolder(place, app);
  assert.deepEqual([first?.exported[0]?.profile_id, first?.exported[0]?.export], [app.profileId, 1]);
  await loader.load(folder);
  await assertLoaded(connection, app);
  const other = await connect();
  await other.run(`set file_search_path = '${folder}'`);
  await other.run(readFileSync(join(folder, 'open.sql'), 'utf8'));
  assert.deepEqual(await rowsOf(other, 'select sum(net_micros)::bigint from conversions'), [['150000000']]);

  assert.equal(await keepExports(app.base), undefined, 'it is not due');
  assert.deepEqual((await keepExports(app.base, { isNow: true }))?.exported, [
    { profile_id: app.profileId, export: 1, written: 0 },
  ]);

  await pay(app, 'refund-1', '2026-03-12T10:00:00Z', '100', { refund_of: 'order-1' });
  await app.settle();
  app.clock.advance(24 * HOUR);
  assert.equal((await keepExports(app.base))?.exported[0]?.export, 2);
  assert.deepEqual(changedIn(manifestIn(folder), 2), ['cash_flows/2026-03.2.parquet', 'conversions/2026-02.2.parquet']);
  assert.equal(existsSync(join(folder, 'conversions', '2026-02.1.parquet')), false, 'what no manifest names is removed');
  await loader.load(folder);
  await assertLoaded(connection, app);

  const keysOf = (): Promise<unknown[]> => rowsOf(connection, 'select visitor_key from conversions order by converted_at');
  const [[erasedKey]] = z.tuple([z.tuple([z.string()]), z.unknown()]).parse(await keysOf());
  // The next look exports without the person, long before its time.
  const owner = app.api(app.session);
  const erased = await owner.post(`/workspaces/${app.workspaceId}/customer-erasures`, {
    profile_id: app.profileId,
    email: 'payer-of-order-1@example.com',
  });
  assert.equal(erased.status, 200, JSON.stringify(erased.body));
  await app.settle();
  app.clock.advance(HOUR);
  const third = await keepExports(app.base);
  assert.equal(third?.exported[0]?.export, 3);
  await loader.load(folder);
  await assertLoaded(connection, app);
  assert.ok(!JSON.stringify(await keysOf()).includes(erasedKey), 'the browser of the person is in no file');

  writeFileSync(join(folder, 'manifest.json'), '{"format":1');
  const again = await keepExports(app.base, { isNow: true });
  assert.equal(again?.exported[0]?.export, 4, 'the number goes on where the manifest is lost');
  assert.equal(changedIn(manifestIn(folder), 4).length, manifestIn(folder).tables.flatMap(({ parts }) => parts).length);
  await loader.load(folder);
  await assertLoaded(connection, app);
});

test('a bucket: what broke off is repeated, and only the own files of live profiles outside of healthcare are there', async (t) => {
  const bucket = await startBucket(t, 'figures');
  const app = await openPaid(t, {
    exportTarget: 's3://figures/daily',
    exportS3Endpoint: bucket.endpoint,
    exportS3Region: BUCKET_KEY.region,
    exportS3KeyId: BUCKET_KEY.id,
    exportS3Secret: BUCKET_KEY.secret,
  });
  const keys = (): string[] => [...bucket.objects.keys()];
  bucket.objects.set('daily/tributary-export-00000000/other/manifest.json', Buffer.from('{}'));
  const real = bucket.objects.set.bind(bucket.objects);
  let puts = 0;
  // In the middle the place refuses.
  bucket.objects.set = (key, body) => {
    puts += 1;
    if (puts === 4) bucket.next.push(403);
    return real(key, body);
  };
  await assert.rejects(keepExports(app.base), /403|SlowDown|refuse/i);
  bucket.objects.set = real;
  assert.equal(
    keys().some((key) => key.endsWith(`${app.profileId}/manifest.json`)),
    false,
    'nothing counts yet',
  );
  const { failed } = readExportRecord(app.dataDir);
  assert.match(failed?.message ?? '', /./);
  assert.equal(failed?.since, failed?.at);
  app.clock.advance(HOUR);
  assert.equal((await keepExports(app.base))?.exported[0]?.export, 1);
  assert.equal(readExportRecord(app.dataDir).failed, undefined);
  const own = keys().filter((key) => key.includes(app.profileId));
  const manifest = exportManifest.parse(
    JSON.parse(String(bucket.objects.get(own.find((key) => key.endsWith('manifest.json')) ?? ''))),
  );
  const named = manifest.tables.flatMap(({ parts }) => parts.map(({ path }) => path));
  assert.deepEqual(own.map((key) => key.split(`${app.profileId}/`)[1]).sort(), [...named, 'manifest.json', 'open.sql'].sort());

  app.base.state.tx(() => setHealthcare(app.base, { profileId: app.profileId }, true));
  const closed = await keepExports(app.base, { isNow: true });
  assert.deepEqual([closed?.left_out, closed?.removed], [[{ profile_id: app.profileId, reason: 'healthcare' }], [app.profileId]]);
  assert.deepEqual(keys(), ['daily/tributary-export-00000000/other/manifest.json']);
});
