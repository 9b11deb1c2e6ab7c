// Attribution settings through the door: who may, what is refused, and that a change reaches every figure by a replay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp, type TestApp } from '../../harness.ts';

const built = {
  click_window_days: 30,
  view_through_window_days: 1,
  first_touch_window_days: 90,
  cash_window_days: 90,
  model: 'last_non_direct',
  system_of_record: null,
};

async function withApp(work: (app: TestApp) => Promise<void>): Promise<void> {
  const app = await startTestApp();
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

test('getAttributionSettings', async (t) => {
  await withApp(async (app) => {
    await t.test('answers the built-in values to a key', async () => {
      const { status, body } = await app.api(app.apiKey).get('/profile/attribution-settings');
      assert.equal(status, 200);
      assert.deepEqual(body.data, built);
    });
    await t.test('needs profile_id from a session', async () => {
      const { status, body } = await app.api(app.session).get('/profile/attribution-settings');
      assert.equal(status, 400);
      assert.equal(body.error.code, 'invalid_parameter');
    });
    await t.test('is unauthorized without a credential', async () => {
      assert.equal((await app.api().get('/profile/attribution-settings')).status, 401);
    });
  });
});

test('updateAttributionSettings', async (t) => {
  await withApp(async (app) => {
    const api = app.api(app.apiKey);
    const path = '/profile/attribution-settings';
    await api.post('/events', {
      event_type: 'payment_received',
      idempotency_key: 'order-1',
      occurred_at: '2026-03-30T12:00:00Z',
      anonymous_id: 'browser-1',
      value: { amount: '10', currency: 'USD' },
    });
    await app.request.post('/t/collect').send({
      key: app.trackingKey,
      tracking_key: app.trackingKey,
      events: [
        {
          event_id: 'view-1',
          event_type: 'page_view',
          anonymous_id: 'browser-1',
          occurred_at: '2026-03-27T12:00:00Z',
          url: 'https://shop.example/?utm_source=google&utm_medium=cpc',
        },
      ],
    });
    await app.settle();
    const coverage = async (): Promise<number> =>
      (await api.get('/overview', { date_from: '2026-03-30', date_to: '2026-03-30' })).body.data.current.coverage_percent;

    await t.test('changes what is named, keeps the rest and queues a replay', async () => {
      const { status, body } = await api.patch(path, { click_window_days: 14 });
      assert.equal(status, 200);
      assert.deepEqual(body.data, { ...built, click_window_days: 14, replay_queued: true });
      assert.equal((await api.get('/tracking/replay-status')).body.data.status, 'waiting');
    });
    await t.test('the figures follow once the replay is through', async () => {
      assert.equal(await coverage(), 100);
      await api.patch(path, { cash_window_days: 2 });
      assert.equal(await coverage(), 100, 'until then they are those of the settings before');
      await app.settle();
      assert.equal(await coverage(), 0);
      await api.patch(path, { cash_window_days: 3 });
      await app.settle();
      assert.equal(await coverage(), 100, 'a window of three days holds a touch exactly three days old');
    });
    await t.test('refuses windows outside 1 to 90 days, other models, other fields and nothing at all', async () => {
      for (const body of [
        { click_window_days: 0 },
        { cash_window_days: 91 },
        { click_window_days: 1.5 },
        { model: 'shapley' },
        { windows: 3 },
        {},
      ]) {
        const answer = await api.patch(path, body);
        assert.equal(answer.status, 422, JSON.stringify(body));
        assert.equal(answer.body.error.code, 'validation_error');
      }
    });
    await t.test('every change is a decision, and what stays as it is is none', async () => {
      const before = app.base.state.lastDecision(app.profileId);
      await api.patch(path, { model: 'linear', cash_window_days: 3 });
      assert.equal(app.base.state.lastDecision(app.profileId), before + 1n);
    });
  });
});
