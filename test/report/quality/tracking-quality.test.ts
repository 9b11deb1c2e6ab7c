// How well tracking works: each thing that is noticed is sent once and found again in its count, in words and by day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLinkToken } from '../../../src/collect/identity/index.ts';
import { startTestApp } from '../../harness.ts';

const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36';
const BOT = 'Googlebot/2.1 (+http://www.google.com/bot.html)';

interface Signal {
  name: string;
  count: number;
  status: string;
  explanation: string;
  next: string;
}

test('getTrackingQuality', async (t) => {
  const app = await startTestApp({ installation: { domain: 'shop.example', timezone: 'America/Santiago' } });
  t.after(() => app.close());
  const api = app.api(app.apiKey);
  const read = async (days = 7) => (await api.get('/tracking/quality', { days })).body.data;
  const counts = async (): Promise<Record<string, number>> =>
    Object.fromEntries((await read()).signals.map(({ name, count }: Signal) => [name, count]));
  const send = async (events: object[], agent = BROWSER): Promise<void> => {
    const body = JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: 'ana', sent_at: app.clock.now(), events });
    const answer = await fetch(`${app.baseUrl}/t/collect`, { method: 'POST', body, headers: { 'user-agent': agent } });
    assert.equal(answer.status, 204);
  };
  const view = (more: object = {}) => ({ event_type: 'page_view', url: 'https://shop.example/', ...more });

  await t.test('nothing from a browser is the first thing to put right', async () => {
    const data = await read();
    assert.deepEqual([data.status, data.days.length, data.days.at(-1).day], ['problem', 7, '2026-03-31']);
    assert.match(data.next, /verification/);
    for (const { explanation } of data.signals) assert.ok(explanation.length > 20);
  });

  await t.test('counts what is noticed, each under its name', async () => {
    const imported = await api.post('/customers', { rows: [{ email: 'ana@example.com' }] });
    assert.equal(imported.status, 200);
    const made = (await api.post('/customers/link-tokens', { customers: [{ email: 'ana@example.com' }], expires_in_days: 1 }))
      .body.data;
    const token = made.results[0].token as string;
    assert.equal(typeof openLinkToken(app.base, app.profileId, token, app.clock.now()), 'bigint');
    app.clock.advance(2 * 86_400_000);
    await send([
      view({ event_id: 'twice' }),
      view({ client_time: app.clock.now() - 30 * 86_400_000 }),
      view({ svc_t: token }),
      view({ svc_t: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` }),
      view({ url: 'http://localhost:3000/' }),
    ]);
    await send([view({ event_id: 'twice' })]);
    await send([view()], BOT);
    for (const [reason, count] of [
      ['consent', 4],
      ['gpc', 2],
      ['opt_out', 1],
      ['consent', 1e12],
      ['gpc', 'many'],
    ] as const)
      await send([{ event_type: 'tracking_suppressed', properties: { count, reason } }]);
    await app.settle();
    const { browser_events, identifiers_left_off: _, ...found } = await counts();
    assert.equal(browser_events, 6);
    assert.deepEqual(found, {
      clamped_clocks: 1,
      bots: 1,
      internal: 1,
      keys_in_quarantine: 0,
      duplicates_dropped: 1,
      suppressed_by_consent: 10_004,
      suppressed_by_gpc: 2,
      suppressed_by_opt_out: 1,
      link_tokens_expired: 1,
      link_tokens_unreadable: 1,
      unreadable_facts: 0,
      identity_conflicts: 0,
      shared_devices: 0,
      uncounted_outcomes: 0,
      link_tokens_forwarded: 0,
      bots_like_devices: 0,
      referrer_spam: 0,
    });
    const data = await read();
    assert.equal(data.status, 'attention');
    assert.equal(data.next, data.signals.find(({ status }: Signal) => status === 'attention').next);
    assert.deepEqual([data.days.at(-1).browser_events, data.days.at(-2).browser_events], [6, 0]);
  });

  await t.test('days are the profile’s own', async () => {
    app.clock.advance(10 * 3_600_000); // 22:00 UTC, 19:00 in Santiago
    assert.equal((await read(1)).days[0].day, '2026-04-02');
    app.clock.advance(4 * 3_600_000);
    assert.equal((await read(1)).days[0].day, '2026-04-02');
    app.clock.advance(2 * 3_600_000);
    const data = await read(2);
    assert.deepEqual(
      data.days.map(({ day, page_views }: Record<string, unknown>) => [day, page_views]),
      [
        ['2026-04-02', 4],
        ['2026-04-03', 0],
      ],
    );
  });

  await t.test('counts of identity come from its own slice', async () => {
    const lead = (email: string, more = {}) =>
      api.post('/events', { event_type: 'lead_created', user_traits: { email }, ...more });
    for (const more of [{}, { anonymous_id: 'tablet' }])
      for (const email of ['one@example.com', 'two@example.com']) assert.equal((await lead(email, more)).status, 201);
    await app.settle();
    assert.equal((await counts())['shared_devices'], 1);
  });

  await t.test('is the profile’s alone', async () => {
    assert.equal((await app.api().get('/tracking/quality')).status, 401);
    assert.equal((await api.get('/tracking/quality', { days: 91 })).body.error.code, 'invalid_parameter');
  });
});
