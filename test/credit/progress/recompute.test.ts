// Asking for a replay, watching it, and how fresh the figures are.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

test('getFreshness', async (t) => {
  const api = app.api(app.apiKey);
  await t.test('counts what no figure knows yet, in facts and seconds', async () => {
    await app.settle();
    await api.post('/events', { event_type: 'lead_created', idempotency_key: 'lead-1' });
    app.clock.advance(90_000);
    const { status, body } = await api.get('/profile/freshness');
    assert.equal(status, 200);
    assert.equal(body.data.behind_facts, 1);
    assert.equal(body.data.behind_seconds, 90);
    assert.equal(body.data.accepted_seq, 1);
  });
  await t.test('is at the end once everything is computed', async () => {
    await app.settle();
    const { body } = await api.get('/profile/freshness');
    assert.equal(body.data.behind_facts, 0);
    assert.equal(body.data.behind_decisions, 0);
    assert.equal(body.data.behind_seconds, 0);
    assert.equal(body.data.computed_at, new Date(app.clock.now()).toISOString());
  });
});

test('recompute', async (t) => {
  const api = app.api(app.apiKey);
  await t.test('queues one replay, however often it is asked', async () => {
    const first = await api.post('/profile/recompute');
    assert.equal(first.status, 202);
    assert.equal(first.body.data.created, true);
    const second = await api.post('/profile/recompute');
    assert.equal(second.body.data.created, false);
    assert.equal(second.body.data.job_id, first.body.data.job_id);
  });
  await t.test('changes no figure when nothing changed', async () => {
    const range = { date_from: '2026-03-01', date_to: '2026-03-31' };
    const { data } = (await api.get('/overview', range)).body;
    await app.settle();
    assert.deepEqual((await api.get('/overview', range)).body.data, data);
  });
});

test('getRecomputeStatus', async (t) => {
  const api = app.api(app.apiKey);
  await t.test('says that a replay waits, and that it is done', async () => {
    await api.post('/profile/recompute');
    assert.equal((await api.get('/profile/recompute-status')).body.data.is_running, true);
    await app.settle();
    const { body } = await api.get('/profile/recompute-status');
    assert.equal(body.data.is_running, false);
    assert.equal(body.data.status, 'done');
  });
});

test('getReplayStatus', async (t) => {
  await t.test('describes the most recent replay', async () => {
    const { status, body } = await app.api(app.apiKey).get('/tracking/replay-status');
    assert.equal(status, 200);
    assert.equal(body.data.status, 'done');
    assert.ok(body.data.finished_at);
    assert.equal(body.data.error, null);
  });
  await t.test('is none for a profile that never had one', async () => {
    const fresh = await startTestApp();
    try {
      assert.equal((await fresh.api(fresh.apiKey).get('/tracking/replay-status')).body.data.status, 'none');
    } finally {
      await fresh.close();
    }
  });
});
