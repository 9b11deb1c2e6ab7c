// quality.alert over starts of the service, with two measurements at once: raised once when a finding becomes a problem, and once when it ends.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { watchProfile } from '../../../src/report/quality/watch.ts';
import { recordEvents } from '../../act/webhooks/events.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'tributary-watch-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let key = '';
let profileId = '';

/** Forty purchases of the last day, all of them in another currency than the one that has a rate. */
async function sell(app: TestApp, name: string, more: object): Promise<void> {
  for (let i = 0; i < 40; i += 1) {
    const occurred_at = new Date(app.clock.now() - (i + 1) * 600_000).toISOString();
    const event = { event_type: 'payment_received', idempotency_key: `${name}-${i}`, occurred_at };
    assert.equal((await app.api(key).post('/events', { ...event, ...more })).status, 201);
  }
  await app.settle(profileId);
}

const NAMELESS = { value: { amount: '10', currency: 'XPF' } };
const SOUND = { value: { amount: '10', currency: 'USD' }, user_traits: { email: 'ana@example.com' } };

/** The service in the folder until `run` is over, and what it announced of two findings. */
async function during(at: string, run: (app: TestApp) => Promise<void>): Promise<string[]> {
  const app = await startTestApp({
    dataDir: folder,
    at,
    installation: { email: `${Math.random()}@shop.example`, workspace: at },
  });
  try {
    if (profileId === '') [profileId, key] = [app.profileId, app.apiKey];
    const announced = recordEvents(app.base, profileId, { subscriptionId: randomUUID() });
    await run(app);
    return announced()
      .flatMap(({ type, data }) => (type === 'quality.alert' ? [`${data['finding']} ${data['state']}`] : []))
      .filter((text) => /^(nobody_known|currency_without_rate) /.test(text))
      .sort();
  } finally {
    await app.close();
  }
}

const twice = (app: TestApp) => Promise.all([watchProfile(app.base, profileId), watchProfile(app.base, profileId)]);

test('quality.alert is raised once for each finding, and ends once, over starts of the service', async (t) => {
  await t.test('two findings become problems: each is announced once by two measurements', async () => {
    const alerts = await during('2026-03-10T12:00:00Z', async (app) => {
      await sell(app, 'first', NAMELESS);
      await twice(app);
    });
    assert.deepEqual(alerts, ['currency_without_rate started', 'nobody_known started']);
  });
  await t.test('a service that is started again announces neither', async () => {
    const alerts = await during('2026-03-10T14:00:00Z', async (app) => {
      await twice(app);
      await sell(app, 'second', NAMELESS);
      await twice(app);
    });
    assert.deepEqual(alerts, []);
  });
  await t.test('both end, each once', async () => {
    const alerts = await during('2026-04-20T12:00:00Z', async (app) => {
      await sell(app, 'third', SOUND);
      await twice(app);
    });
    assert.deepEqual(alerts, ['currency_without_rate ended', 'nobody_known ended']);
  });
  await t.test('what has ended is not announced again after another start', async () => {
    assert.deepEqual(await during('2026-04-20T14:00:00Z', async (app) => void (await twice(app))), []);
  });
});
