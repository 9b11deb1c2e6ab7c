// The access log of personal data: every call that answers some, every refusal of one, none of its content, for one year.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { contract } from '../../../src/base/contract/document.ts';
import { letPass, until } from '../../until.ts';
import { openDoor, refused } from '../door.ts';
import { DAY_MS } from '../world.ts';

test('getPiiAccessLog', async (t) => {
  const world = await openDoor(t);
  const { base, clock, ann, zoe, call } = world;
  const search = `/customers/search?profile_id=${ann.profile_id}&q=secretive`;
  const log = (query = '', token = ann.session_token) =>
    call('get', `/workspaces/${ann.workspace_id}/pii-access-log${query}`, token);
  const rows = async (query = '') => (await log(query)).body.data;

  await t.test('a read leaves a row with who, when, what and how it ended, and nothing of what was asked', async () => {
    assert.deepEqual(await rows(), []);
    assert.equal((await call('get', search, ann.session_token)).status, 200);
    const [row, ...others] = await rows();
    assert.equal(others.length, 0);
    assert.match(row.actor, /^person:/);
    assert.deepEqual(
      [row.credential, row.operation, row.status, row.profile_id, row.at],
      ['session', 'searchCustomers', 200, ann.profile_id, '2026-03-01T12:00:00.000Z'],
    );
    assert.deepEqual([row.route, row.parameters, row.result], ['GET /api/v1/customers/search', ['profile_id', 'q'], 'answered']);
    assert.ok(!JSON.stringify(base.state.db.prepare('select * from pii_reads').all()).includes('secretive'));
  });

  await t.test('so does one that was refused after access was given, and one by a key', async () => {
    assert.equal(refused(await call('get', `${search}&limit=0`, ann.session_token)), '400 invalid_parameter');
    const { secret } = createApiKey(base, { profileId: ann.profile_id, name: 'k', scopes: ['customers:read'], actor: 'system' });
    assert.equal((await call('get', `/customers/search?q=xy`, secret)).status, 200);
    const found = (await rows()).map((row: Record<string, unknown>) => `${row['credential']} ${row['status']}`);
    assert.deepEqual(found, ['key 200', 'session 400', 'session 200']);
  });

  await t.test('the answer waits until the row is on disk', async (tt) => {
    let bring = (): void => undefined;
    const synced = tt.mock.method(base.state, 'synced', () => new Promise<void>((resolve) => (bring = resolve)));
    let isAnswered = false;
    const answer = call('get', search, ann.session_token).finally(() => {
      isAnswered = true;
    });
    await until(() => synced.mock.callCount() > 0 || isAnswered, 'the row is being synced');
    await letPass(20);
    assert.equal(isAnswered, false);
    bring();
    assert.equal((await answer).status, 200);
    base.state.db.prepare('delete from pii_reads where read_no = (select max(read_no) from pii_reads)').run();
  });

  await t.test('a caller who is shown no personal data leaves no row, nor does one who reaches nothing there', async () => {
    const before = (await rows()).length;
    const narrow = createApiKey(base, { profileId: ann.profile_id, name: 'n', scopes: ['conversions:read'], actor: 'system' });
    await call('get', '/customers/journey?customer_key=nobody', narrow.secret);
    assert.equal(refused(await call('get', search, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('get', search, zoe.api_key)), '404 not_found');
    assert.equal((await rows()).length, before);
  });

  await t.test('a refusal leaves a row with route, names of parameters and the error code, and no value', async () => {
    const before = (await rows()).length;
    const narrow = createApiKey(base, { profileId: ann.profile_id, name: 'n', scopes: ['conversions:read'], actor: 'system' });
    const sent = '/customers/search?q=jane%40planted.example&limit=5&jane=x';
    assert.equal(refused(await call('get', sent, narrow.secret)), '403 insufficient_scope');
    const decide = '/identity/merge-proposals/6f1e8c9a-3b52-4d0e-9a57-0c4b6f0a1d11/decide';
    assert.equal(refused(await call('post', decide, narrow.secret, { action: 'merge' })), '403 insufficient_scope');
    const email = '/customers/journey?email=jane%40planted.example';
    assert.equal(refused(await call('get', email, narrow.secret)), '403 insufficient_scope', 'by the operation itself');
    const found = (await rows()).slice(0, 3);
    assert.deepEqual(
      found.map(({ credential, route, parameters, status, result }: Record<string, unknown>) =>
        [credential, route, (parameters as string[]).join(), status, result].join(' '),
      ),
      [
        'key GET /api/v1/customers/journey email 403 insufficient_scope',
        'key POST /api/v1/identity/merge-proposals/{id}/decide action 403 insufficient_scope',
        'key GET /api/v1/customers/search q,limit 403 insufficient_scope',
      ],
    );
    assert.ok(!/jane|6f1e8c9a/.test(JSON.stringify(base.state.db.prepare('select * from pii_reads').all())));
    const compliance = await call('get', `/workspaces/${ann.workspace_id}/compliance-overview`, ann.session_token);
    assert.equal(compliance.body.data.pii_reads_30_days, before, 'a refusal is no read');
    base.state.db.prepare("delete from pii_reads where result = 'insufficient_scope'").run();
  });

  await t.test('is read in pages, by profile, and by owners and admins of the workspace alone', async () => {
    const first = await log('?limit=2');
    assert.deepEqual([first.body.data.length, first.body.pagination.has_next], [2, true]);
    const rest = await log(`?limit=2&cursor=${first.body.pagination.cursor}`);
    assert.deepEqual([rest.body.data.length, rest.body.pagination.has_next, rest.body.pagination.cursor], [1, false, null]);
    assert.deepEqual(await rows(`?profile_id=${zoe.profile_id}`), []);
    assert.equal((await rows(`?profile_id=${ann.profile_id.toUpperCase()}`)).length, 3);
    assert.equal(refused(await log('', zoe.session_token)), '404 not_found');
    assert.equal(refused(await log('', world.memberToken('bob@north.example', 'manager'))), '403 forbidden');
    assert.equal(refused(await log('', ann.api_key)), '403 forbidden');
  });

  await t.test('on a full disk reads are served, and stand in it once there is room', async () => {
    const { db } = base.state;
    const count = (): number => db.prepare('select count(*) from pii_reads').pluck().get() as number;
    const before = count();
    const CALLS = 60; // some forty rows fill a page
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true })}`);
    for (let i = 0; i < CALLS; i += 1) assert.equal((await call('get', search, ann.session_token)).status, 200);
    const waiting = before + CALLS - count();
    assert.ok(waiting > 0, 'the disk was full');
    assert.equal(refused(await log()), '503 service_unavailable', 'a log that is not whole is not shown');
    db.pragma('max_page_count = 1073741823');
    assert.equal((await rows('?limit=100')).length, before + CALLS);
    db.prepare('delete from pii_reads where read_no > (select read_no from pii_reads order by read_no limit 1 offset 2)').run();
  });

  await t.test('is kept for 365 days', async () => {
    clock.advance(20 * DAY_MS); // the session lives for 90
    const before = (await rows()).length;
    base.state.db.prepare('update pii_reads set read_at = read_at - ?').run(345 * DAY_MS + 1);
    assert.equal(before, 3);
    assert.deepEqual(await rows(), []);
    assert.equal((await call('get', search, ann.session_token)).status, 200);
    assert.equal(base.state.db.prepare('select count(*) as n from pii_reads').pluck().get(), 1, 'old rows are gone');
  });
});

test('every operation under a scope for personal data is in the log', () => {
  for (const { id, method, scopes, readsPii } of contract().operations) {
    const isPersonal = method === 'get' && scopes.some((scope) => scope === 'customers:read' || scope === 'visitors:read');
    if (isPersonal) assert.ok(readsPii, `${id} needs x-svc-pii`);
  }
});
