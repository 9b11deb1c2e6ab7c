// The one way to an operation: what a call ends with, refused or not, and what each call leaves in limits and logs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCalls, operationCallers } from '../../src/call/index.ts';
import { slices } from '../../src/slices.ts';
import { openWorld } from '../account/world.ts';

test('invoke', async (t) => {
  const { base, ann, member } = await openWorld(t);
  const calls = createCalls(base, slices);
  const authorization = `Bearer ${ann.session_token}`;
  const query = `profile_id=${ann.profile_id}`;
  const keys = (): number => base.state.db.prepare('select count(*) from tracking_keys').pluck().get() as number;

  await t.test('ends with a status, headers and text, and tells where it was', async () => {
    const result = await calls.invoke({ requestId: 'r', authorization }, 'getTrackingSettings', { query });
    assert.equal(result.status, 200);
    assert.deepEqual(JSON.parse(result.text), result.value);
    assert.equal(result.workspaceId, ann.workspace_id);
    assert.equal(result.headers[0], 'RateLimit-Policy');
  });

  await t.test('ends with the refusal in the envelope, and throws none', async () => {
    const result = await calls.invoke({ requestId: 'named', authorization: 'Bearer no' }, 'getTrackingSettings', { query });
    assert.equal(result.status, 401);
    assert.equal(result.refusal?.code, 'unauthorized');
    assert.equal(JSON.parse(result.text).error.request_id, 'named');
  });

  await t.test('an unknown operation is a fault of the door', async () => {
    await assert.rejects(calls.invoke({ requestId: 'r', authorization }, 'getNothing', {}), /no operation getNothing/);
  });

  await t.test('the modes check and try leave nothing, and enter the gate', async () => {
    const before = keys();
    let entered = 0;
    const gate = { enter: () => void entered++ };
    base.state.db.prepare('update tracking_keys set revoked_at = 1').run();
    for (const mode of ['check', 'dry_run'] as const) {
      const { refusal } = await calls.invoke({ requestId: 'r', authorization }, 'createTrackingKey', { query, mode, gate });
      assert.equal(refusal, undefined);
    }
    assert.equal(keys(), before);
    assert.equal(entered, 2);
    assert.equal((await calls.invoke({ requestId: 'r', authorization }, 'createTrackingKey', { query })).status, 201);
  });

  await t.test('a page counts once, an operation with a limit of its own each time', async () => {
    const principal = member('viewer@north.example', 'viewer');
    const page = operationCallers(calls)(principal, 'page');
    for (let i = 0; i < 5; i++) await page.call('getTrackingSettings', {}, ann.profile_id);
    const { headers } = await calls.invoke({ requestId: 'r', principal }, 'getTrackingSettings', { query });
    assert.match(headers.join(' '), new RegExp(`r=${principal.ratePerMinute - 2};`));
  });

  await t.test('a page that may not read personal data leaves a row in the access log', async () => {
    const page = operationCallers(calls)(member('blind@north.example', 'analyst', false), 'refused-page');
    await assert.rejects(page.call('searchCustomers', { q: 'someone', limit: 10 }, ann.profile_id));
    const rows = base.state.db.prepare("select result from pii_reads where request_id = 'refused-page'").pluck().all();
    assert.deepEqual(rows, ['insufficient_scope']);
  });
});
