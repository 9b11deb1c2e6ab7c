// Data quality is not measured while figures lack what was accepted: half of a shop's file has gaps that are no fault of the shop.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { trackLoad } from '../../../src/base/loads.ts';
import { runNow } from '../../../src/base/work/runner.ts';
import { storedFrom } from '../../../src/report/quality/kept.ts';
import { qualityWatch } from '../../../src/report/quality/watch.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

const PATHS = ['/quality', '/quality/attribution', '/quality/ad-ids', '/quality/utm', '/quality/utm/anomalies', '/quality/itp'];
const MINUTE_MS = 60_000;

let app: TestApp;

async function sell(key: string): Promise<void> {
  const event = { event_type: 'payment_received', idempotency_key: key, value: { amount: '5', currency: 'USD' } };
  assert.equal((await app.api(app.apiKey).post('/events', event)).status, 201);
}

/** Status of each reading, with its progress where it is refused as busy. */
async function readings(): Promise<[string, number, number | undefined][]> {
  const found: [string, number, number | undefined][] = [];
  for (const path of PATHS) {
    const url = `/api/v1${path}?profile_id=${app.profileId}`;
    const { status, body } = await app.request.get(url).auth(app.apiKey, { type: 'bearer' });
    if (status === 503) assert.equal(body.error.busy.retry_after_seconds, 5);
    found.push([path, status, body.error?.busy?.progress]);
  }
  return found;
}

const refused = (progress: number) => PATHS.map((path) => [path, 503, progress]);
const answered = PATHS.map((path) => [path, 200, undefined]);
const isWatched = (): boolean => qualityWatch.isReady?.(app.base, app.profileId) ?? true;

/** A load that ends when the result is called. */
function startLoad(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const load = trackLoad(
    app.base,
    app.profileId,
    () => undefined,
    () => promise,
  );
  return () => {
    resolve();
    return load;
  };
}

before(async () => {
  app = await startTestApp({ at: '2026-03-31T12:00:00Z' });
  storedFrom(app.base).ms = 0;
});
after(() => app.close());

test('before the first figures there is nothing to measure', async () => {
  await sell('one');
  assert.deepEqual(await readings(), refused(0));
  assert.equal(isWatched(), false);
  await app.settle();
  assert.deepEqual(await readings(), answered);
  assert.equal(isWatched(), true);
});

test('during a load only what was measured before it is shown', async () => {
  const end = startLoad();
  assert.deepEqual(await readings(), answered);
  assert.equal(isWatched(), false);
  await sell('two');
  await app.settle();
  app.clock.advance(24 * 60 * MINUTE_MS);
  assert.deepEqual(await readings(), refused(1), 'another day');
  await end();
  assert.deepEqual(await readings(), answered);
  assert.equal(isWatched(), true);
});

test('events that wait for a minute keep the watch waiting, without an attempt', async () => {
  await sell('three');
  assert.equal(isWatched(), true, 'figures follow within seconds');
  app.clock.advance(2 * MINUTE_MS);
  assert.equal(isWatched(), false);
  app.base.state.jobs.add({ kind: qualityWatch.kind, profileId: app.profileId, payload: {}, dedupeKey: 'now', maxAttempts: 1 });
  const watch = () => runNow(app.base, qualityWatch, { profileId: app.profileId, dedupeKey: 'now' });
  assert.equal(watch(), undefined);
  await app.settle();
  assert.equal((await watch())?.isDone, true);
});
