// What customers lack though their browser gave it, filled in on a manager's word; and what is left to merging.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestApp, type TestApp } from '../../harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of the service
type Json = any;

async function fromBrowser(app: TestApp, browser: string, traits: Record<string, string>): Promise<void> {
  const response = await fetch(new URL('/t/collect', app.baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      tracking_key: app.trackingKey,
      anonymous_id: browser,
      events: [{ event_type: 'identify', user_traits: traits }],
    }),
  });
  assert.deepEqual(await response.json(), { data: { accepted: 1, rejected: [] } });
}

/** Three customers; browsers claim for them what they may not add. */
async function shop(t: TestContext): Promise<TestApp> {
  const app = await startTestApp();
  t.after(() => app.close());
  const rows = [
    { email: 'ana@example.org' },
    { email: 'bo@example.org' },
    { email: 'cy@example.org', external_id: 'C1', phone: '+56911112222' },
  ];
  assert.equal((await app.api(app.apiKey).post('/customers', { rows })).status, 200);
  await fromBrowser(app, 'b-1', { email: 'ana@example.org', phone: '+56987654321' });
  await fromBrowser(app, 'b-2', { email: 'bo@example.org', phone: '+56987654322' });
  // A browser with an id of its own is another customer; the address stays with the first.
  await fromBrowser(app, 'b-3', { email: 'cy@example.org', external_id: 'C2' });
  await fromBrowser(app, 'b-4', { email: 'ana@example.org', phone: '+56987654399' });
  await fromBrowser(app, 'b-5', { email: 'bo@example.org', phone: '+56987654399' });
  const other = [{ phone: '+56911112222', external_id: 'C9' }];
  assert.equal((await app.api(app.apiKey).post('/customers', { rows: other })).status, 200);
  await app.settle();
  return app;
}

test('getRepairScan', async (t) => {
  const app = await shop(t);
  const owner = app.api(app.apiKey);
  const { body } = await owner.get('/identity/repair-scan');
  assert.deepEqual(
    body.data.map((row: Json) => [row.kind, row.identifier_type, row.obstacle]).sort(),
    [
      ['duplicate_identifier', 'email', 'needs_merge'],
      ['duplicate_identifier', 'phone', 'needs_merge'],
      ['missing_identifier', 'phone', null],
      ['missing_identifier', 'phone', null],
      ['missing_identifier', 'phone', 'claimed_by_several'],
      ['missing_identifier', 'phone', 'claimed_by_several'],
    ].sort(),
  );
  assert.deepEqual([body.total_count, body.auto_repairable_count, body.auto_merge_count], [6, 2, 2]);
  const first = (await owner.get('/identity/repair-scan', { limit: 2 })).body;
  const second = (await owner.get('/identity/repair-scan', { limit: 2, offset: 2 })).body;
  assert.deepEqual([...first.data, ...second.data], body.data.slice(0, 4));
  assert.deepEqual([first.pagination.has_next, first.total_count], [true, 6]);
});

test('repairIdentity', async (t) => {
  const app = await shop(t);
  const owner = app.api(app.apiKey);
  const repair = async (body: unknown): Promise<Json> => (await owner.post('/identity/repair', body)).body.data;

  await t.test('a preview writes nothing', async () => {
    const before = app.base.state.lastDecision(app.profileId);
    const { backfills, applied, remaining } = await repair({ mode: 'preview' });
    assert.deepEqual([backfills.length, applied, remaining], [2, 0, 2]);
    assert.equal(app.base.state.lastDecision(app.profileId), before);
  });

  await t.test('applied, it is found and known from then on; again, there is nothing left', async () => {
    assert.deepEqual((await repair({ mode: 'apply', limit: 1 })).remaining, 1);
    const rest = await repair({ mode: 'apply' });
    assert.deepEqual([rest.applied, rest.remaining], [1, 0]);
    assert.deepEqual((await repair({ mode: 'apply' })).applied, 0);
    const [found] = (await owner.get('/customers/search', { q: '+56987654321' })).body.data;
    assert.equal(found.primary_email, 'ana@example.org');
    const last = app.base.state.decisions(app.profileId, 0n, 1000).at(-1);
    assert.equal(last?.kind, 'identifier_added');
    assert.match(last?.actor ?? '', /^key:/);
    const { body } = await owner.get('/identity/repair-scan');
    assert.deepEqual([body.auto_repairable_count, body.total_count], [0, 4]);
  });

  await t.test('merges nothing, and refuses what it does not know', async () => {
    assert.equal(app.base.state.db.prepare('select count(*) from merge_edges').pluck().get(), 0);
    for (const body of [{}, { mode: 'merge' }, { mode: 'apply', limit: 0 }, { mode: 'apply', limit: 1001 }])
      assert.equal((await owner.post('/identity/repair', body)).status, 422, JSON.stringify(body));
  });
});
