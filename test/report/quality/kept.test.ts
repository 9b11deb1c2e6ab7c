// Readings of data quality outlive the service: started again while no fact came, it computes none of them.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { eraseReadings, storedFrom } from '../../../src/report/quality/kept.ts';
import { longSummary, summariesOf } from '../../../src/report/quality/quality.ts';
import { type Api, startTestApp, type TestApp } from '../../harness.ts';
import { until } from '../../until.ts';
import { statementsRead } from './statements-read.ts';

const PATHS = ['', '/attribution', '/ad-ids', '/utm', '/utm/anomalies', '/instrumentation-health', '/itp'].map(
  (end) => `/quality${end}`,
);
const AT = '2026-03-31T12:00:00Z';

const folder = mkdtempSync(join(tmpdir(), 'tributary-kept-'));
let key = '';
let profileId = '';
let answers: unknown[] = [];

async function readAll(api: Api): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const path of PATHS) {
    const { status, body } = await api.get(path);
    assert.equal(status, 200, path);
    found.push(body);
  }
  return found;
}

/** The same service again, in which another installation was begun. */
async function again(at = AT): Promise<TestApp> {
  const app = await startTestApp({
    dataDir: folder,
    at,
    installation: { email: `${Math.random()}@shop.example`, workspace: 'Other' },
  });
  storedFrom(app.base).ms = 0;
  longSummary(app.base).fromMs = Number.POSITIVE_INFINITY;
  return app;
}

async function sell(app: TestApp, name: string): Promise<void> {
  const event = { event_type: 'payment_received', idempotency_key: name, value: { amount: '5', currency: 'USD' } };
  assert.equal((await app.api(key).post('/events', event)).status, 201);
  await app.settle(profileId);
}

const ofReadings = (names: readonly string[]): string[] => names.filter((name) => name.startsWith('warehouse/report/'));

before(async () => {
  const app = await startTestApp({ dataDir: folder, at: AT });
  storedFrom(app.base).ms = 0;
  key = app.apiKey;
  profileId = app.profileId;
  for (const name of ['one', 'two']) await sell(app, name);
  answers = await readAll(app.api(key));
  await app.close();
});

test('getQuality and its parts are not computed again by a service that is started again', async (t) => {
  const app = await again();
  t.after(() => app.close());
  const names = statementsRead(app.base);
  assert.deepEqual(await readAll(app.api(key)), answers);
  assert.deepEqual(ofReadings(names), []);
});

test('getQuality of a service that is started again is of now where a fact, a decision or a day came', async (t) => {
  const app = await again();
  t.after(() => app.close());
  const cash = async (): Promise<string> => (await app.api(key).get('/quality')).body.data.money_in_doubt.of.cash;
  await sell(app, 'three');
  assert.equal(await cash(), '15');
  const names = statementsRead(app.base);
  assert.equal((await app.api(key).patch('/profile/attribution-settings', { click_window_days: 29 })).status, 200);
  await app.settle(profileId);
  await cash();
  assert.ok(ofReadings(names).length > 0, 'a decision');
  names.length = 0;
  app.clock.advance(86_400_000);
  assert.equal((await app.api(key).get('/quality')).body.meta.date_to, '2026-04-01');
  assert.ok(ofReadings(names).length > 0, 'a day');
});

test('getQuality is computed once for all who ask at the same time', async (t) => {
  const app = await again();
  t.after(() => app.close());
  await sell(app, 'at once');
  const names = statementsRead(app.base);
  const all = await Promise.all([1, 2, 3].map(() => app.api(key).get('/quality')));
  assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]));
  assert.equal(names.filter((name) => name.endsWith('doubt_sums_list')).length, 1);
});

test('getQuality of a large profile is the stored one after a start, while the new one is computed', async (t) => {
  const app = await again('2026-04-01T12:00:00Z');
  const answer = async () => (await app.api(key).get('/quality')).body;
  const stored = await answer();
  await sell(app, 'four');
  await app.close();
  const later = await again('2026-04-01T12:00:30Z');
  t.after(() => later.close());
  longSummary(later.base).fromMs = 0;
  const soon = (await later.api(key).get('/quality')).body;
  assert.deepEqual(soon, stored, 'it says of which version it is');
  const summaries = summariesOf(later.base);
  await until(() => [...summaries.values()].every(({ isRenewing }) => !isRenewing), 'the summary is renewed');
  assert.equal((await later.api(key).get('/quality')).body.data.money_in_doubt.of.cash, '25');
});

test('getQuality and its parts are answered where the disk has no room for what is stored', async (t) => {
  const app = await again();
  t.after(() => app.close());
  await sell(app, 'no room');
  const warnings: unknown[] = [];
  t.mock.method(app.base.log, 'warn', (_: unknown, text: unknown) => warnings.push(text));
  const { db } = app.base.state;
  db.exec(`create trigger no_room before insert on quality_readings begin select raise(abort, 'disk is full'); end`);
  const answer = await app.api(key).get('/quality/itp');
  db.exec('drop trigger no_room');
  assert.equal(answer.status, 200);
  assert.deepEqual(warnings, ['a reading of data quality could not be stored; it is computed again after a start']);
});

test('an erasure and the purge of a profile delete what is stored', async (t) => {
  const app = await again();
  t.after(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const count = (): unknown => app.base.state.db.prepare('select count(*) as n from quality_readings').get();
  assert.notDeepEqual(count(), { n: 0 });
  eraseReadings(app.base, profileId);
  assert.deepEqual(count(), { n: 0 });
});
