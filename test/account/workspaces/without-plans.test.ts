// An installation whose operator sells no plans, which is the default: nothing is limited, and nothing leads to a payment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDoor, refused } from '../door.ts';

test('without plans', async (t) => {
  const { call, ann } = await openDoor(t);
  const make = (name: string) => call('post', '/profiles', ann.session_token, { workspace_id: ann.workspace_id, name });

  await t.test('an owner has as many profiles as they like', async () => {
    for (const name of ['Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh'])
      assert.equal((await make(name)).status, 201, name);
  });
  await t.test('a demo needs no free place', async () => {
    const { status } = await call('post', '/profiles/demo', ann.session_token, { workspace_id: ann.workspace_id });
    assert.equal(status, 201);
  });
  await t.test('agents have more units than a day has calls', async () => {
    const { body } = await call('get', `/workspaces/${ann.workspace_id}/mcp-settings`, ann.session_token);
    assert.ok(body.data.units.per_day >= 1_000_000_000);
  });
  await t.test('a workspace on a higher plan comes without a checkout', async () => {
    const { status, body } = await call('post', '/workspaces', ann.session_token, {
      name: 'Agency',
      plan: 'agency',
      timezone: 'UTC',
    });
    assert.equal(status, 201);
    assert.equal(body.data.checkout, null);
    assert.equal(body.warnings, undefined);
  });
  await t.test('there is nothing to pay', async () => {
    const answer = await call('post', `/workspaces/${ann.workspace_id}/checkout-session`, ann.session_token, { plan: 'growth' });
    assert.equal(refused(answer), '409 invalid_state');
    assert.match(answer.body.error.message, /Plans do not apply in this installation/);
  });
  await t.test('the subscription says that nothing is limited', async () => {
    const { body } = await call('get', `/workspaces/${ann.workspace_id}/subscription`, ann.session_token);
    assert.ok(body.data.active_profiles >= 1_000_000);
  });
});
