// Retention: who did not come back is removed by age, figures stay, and what is removed does not come back by a replay, a rebuild, a repeat or a backup.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { backup } from '../../../src/base/backup/backup.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { acceptEvents } from '../../../src/collect/events/index.ts';
import { eraseDue, tokenise, visitorKeyOf } from '../../../src/collect/identity/index.ts';
import { applyRetention, retentionSchedule } from '../../../src/collect/identity/retention/run.ts';
import { rebuild } from '../../../src/credit/pipeline/index.ts';
import { restoreAndErase } from '../../../src/doors/jobs/restore.ts';
import { keyText, temporaryFolder, testConfig } from '../../base/folder.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { foundIn, openedTexts } from './whole-folder.ts';

const PERIOD = { date_from: '2025-01-01', date_to: '2026-03-31' };
const GONE = ['words-of-old', 'words-of-late', 'old.customer@retained.example'];
const KEPT = ['words-of-new', 'retained-back-browser', 'new.customer@retained.example', 'back.customer@retained.example'];

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

const visit = (browser: string, at: string, more: Record<string, unknown> = {}) => ({
  event_type: 'page_view',
  event_id: `${browser} ${at}`,
  anonymous_id: browser,
  occurred_at: at,
  url: `https://shop.example/words-of-${browser.split('-')[1]}?utm_source=google&utm_medium=cpc`,
  ...more,
});
const sale = (email: string, browser: string, at: string) => ({
  event_type: 'payment_received',
  idempotency_key: `${email} ${at}`,
  anonymous_id: browser,
  occurred_at: at,
  value: { amount: '100.00', currency: 'USD' },
  user_traits: { email },
});
const EVENTS = [
  visit('retained-old-browser', '2025-02-01T10:00:00Z'),
  visit('retained-old-browser', '2025-02-02T10:00:00Z'),
  visit('retained-new-browser', '2025-02-01T11:00:00Z'),
  visit('retained-new-browser', '2026-03-20T11:00:00Z'),
  visit('of-old-customer', '2025-01-09T10:00:00Z'),
  sale('old.customer@retained.example', 'of-old-customer', '2025-01-10T10:00:00Z'),
  sale('new.customer@retained.example', 'of-new-customer', '2026-03-10T10:00:00Z'),
  sale('back.customer@retained.example', 'retained-back-browser', '2025-01-11T10:00:00Z'),
  visit('retained-back-browser', '2026-03-15T10:00:00Z'),
];

/** As a file of history is read. */
const accept = async (events: Record<string, unknown>[]) =>
  (
    await acceptEvents(
      app.base,
      app.profileId,
      events.map((input) => ({ input })),
      'server',
    )
  ).map((each) => each?.status);

const figures = async () => {
  const by = app.api(app.apiKey);
  const overview = await by.get('/overview', PERIOD);
  const attribution = await by.get('/attribution', PERIOD);
  return [overview.body.data.current, attribution.body.data];
};
const owner = () => app.api(app.session);
const query = () => ({ profile_id: app.profileId });
/** The keys by which facts name a browser. */
const keyOf = (browser: string): string => visitorKeyOf(tokenise(app.base, app.profileId, 'anonymous_id', browser)).toString();
const words = async (folder = app.dataDir, base = app.base): Promise<string[]> => {
  await base.warehouse.checkpoint(app.profileId);
  return [...(await foundIn(folder, [...GONE, ...KEPT], openedTexts(base, app.profileId))).keys()].sort();
};
const look = async () => {
  const removed = await applyRetention(app.base, app.profileId);
  await eraseDue(app.base, app.profileId);
  return removed;
};

test('putRetention', async () => {
  for (const days of [29, 3651, 40.5]) {
    const refused = await owner().put('/profile/retention', { visitor_days: days, customer_days: null }, query());
    assert.equal(refused.status, 422, String(days));
  }
  assert.equal(
    (await app.api(app.apiKey).put('/profile/retention', { visitor_days: 40, customer_days: null }, query())).status,
    403,
  );
  const nothing = await owner().get('/profile/retention', query());
  assert.deepEqual(
    [nothing.body.data.visitor_days, nothing.body.data.set_at, nothing.body.data.removed.visitors],
    [null, null, 0],
  );
  assert.deepEqual(await applyRetention(app.base, app.profileId), { visitors: 0, customers: 0 });
});

test('getRetention', async (t) => {
  assert.deepEqual(
    await accept(EVENTS),
    EVENTS.map(() => 'created'),
  );
  await app.settle();
  const before = await figures();
  const older = join(temporaryFolder(t), 'older');
  await backup(app.base, older);

  await t.test('previews who would be removed, by the days of the query, and changes nothing', async () => {
    const { body } = await owner().get('/profile/retention', { ...query(), visitor_days: 180, customer_days: 365 });
    assert.deepEqual(body.data.preview, {
      visitor_days: 180,
      customer_days: 365,
      visitors: 1,
      visitors_of: 2,
      events: 2,
      customers: 1,
      customers_of: 3,
      messages_retention_days: 365,
      messages: 0,
    });
    assert.equal(body.data.visitor_days, null);
  });

  await t.test('visitors and customers who did not come back are removed, others are not, and figures stay', async () => {
    const set = await owner().put('/profile/retention', { visitor_days: 180, customer_days: 365 }, query());
    assert.deepEqual([set.body.data.visitor_days, set.body.data.customer_days], [180, 365]);
    assert.deepEqual(await look(), { visitors: 1, customers: 1 });
    assert.deepEqual(await words(), [...KEPT].sort());
    assert.deepEqual(await figures(), before);
    const keys = [keyOf('retained-old-browser'), keyOf('of-old-customer'), keyOf('retained-new-browser')];
    const left = await foundIn(app.dataDir, keys, openedTexts(app.base, app.profileId));
    assert.deepEqual([...left.keys()], [keyOf('retained-new-browser')]);
    const { body } = await owner().get('/profile/retention', query());
    assert.deepEqual([body.data.removed, body.data.preview.visitors], [{ visitors: 1, customers: 1 }, 0]);
    assert.notEqual(body.data.checked_at, null);
  });

  await t.test('a second look removes nobody, and so does a repeat, which is a duplicate', async () => {
    assert.deepEqual(await look(), { visitors: 0, customers: 0 });
    assert.deepEqual(await accept(EVENTS.slice(0, 1)), ['duplicate']);
    await rebuild(app.base, app.profileId);
    assert.deepEqual(await words(), [...KEPT].sort());
    assert.deepEqual(await figures(), before);
  });

  await t.test('a visit of long ago that comes late is removed by the next look', async () => {
    await accept([visit('retained-late-browser', '2025-01-05T10:00:00Z')]);
    await app.settle();
    assert.ok((await words()).includes('words-of-late'));
    assert.deepEqual(await look(), { visitors: 1, customers: 0 });
    assert.deepEqual(await words(), [...KEPT].sort());
  });

  await t.test('a backup of before is erased from when it is restored', async () => {
    const restored = join(temporaryFolder(t), 'restored');
    await restoreAndErase(older, testConfig(restored), { masterKey: keyText(app.base) });
    const base = await openBase(testConfig(restored), { clock: app.clock, warehouseStarts: 'when asked' });
    try {
      const left = await foundIn(restored, GONE, openedTexts(base, app.profileId));
      assert.deepEqual([...left.keys()], []);
    } finally {
      await closeBase(base);
    }
  });

  await t.test('the schedule looks once a day', () => {
    const due = () => {
      void retentionSchedule.start(app.base, { profileId: '', payload: {} } as never);
      return app.base.state.jobs.latest('retention', app.profileId);
    };
    app.clock.advance(2 * 3_600_000);
    assert.equal(due(), undefined);
    app.clock.advance(24 * 3_600_000);
    assert.equal(due()?.status, 'waiting');
  });
});
