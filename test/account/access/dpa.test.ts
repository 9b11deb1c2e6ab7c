// A consumer app's agreement in a workspace: who accepts and withdraws it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { createGrant, findPerson, issueUserToken, registerApp, registerClient } from '../../../src/account/access/index.ts';
import { openDoor, refused } from '../door.ts';
import { ANN } from '../world.ts';

async function openAgreement(t: TestContext) {
  const world = await openDoor(t);
  const { appId } = registerApp(world.base, {
    ...{ name: 'Partner', tier: 'standard', redirectUris: [], allowedReturnOrigins: [], actor: 'system' },
  });
  const decide = (what: 'accept' | 'withdraw', token: string, app = appId) =>
    world.call('post', `/workspaces/${world.ann.workspace_id}/oauth-apps/${app}/dpa/${what}`, token);
  return { ...world, appId, decide };
}

test('acceptDpa', async (t) => {
  const { base, ann, zoe, appId, clock, decide, memberToken } = await openAgreement(t);

  await t.test('by an admin in person: no member, no stranger, no token, no key', async () => {
    const clientId = registerClient(base, { name: 'Agent', redirectUris: ['https://a.example/cb'], scopes: ['mcp:write'] });
    const personId = findPerson(base, ANN.email)?.personId ?? '';
    const grant = createGrant(base, { personId, clientId, scopes: ['mcp:write'], resource: 'https://m.example/mcp' });
    const agent = issueUserToken(base, { grantId: grant.grantId, scopes: grant.scopes }).token;
    assert.equal(refused(await decide('accept', agent)), '403 forbidden');
    assert.equal(refused(await decide('accept', ann.api_key)), '403 forbidden');
    assert.equal(refused(await decide('accept', memberToken('m@north.example', 'manager'))), '403 forbidden');
    assert.equal(refused(await decide('accept', zoe.session_token)), '404 not_found');
    assert.equal(refused(await decide('accept', ann.session_token, randomUUID())), '404 not_found');
  });

  await t.test('once: again it changes nothing', async () => {
    const first = await decide('accept', ann.session_token);
    assert.deepEqual(first.body.data, {
      ...{ app_id: appId, name: 'Partner' },
      dpa: { status: 'accepted', accepted_at: new Date(clock.now()).toISOString(), withdrawn_at: null },
    });
    clock.advance(1_000);
    assert.deepEqual((await decide('accept', ann.session_token)).body.data, first.body.data);
    const rows = base.state.db.prepare("select count(*) from audit where action = 'app.dpa_accepted'").pluck().get();
    assert.equal(rows, 1);
  });
});

test('withdrawDpa', async (t) => {
  const { ann, zoe, clock, decide } = await openAgreement(t);

  await t.test('before it was accepted it changes nothing; afterwards it may be accepted anew', async () => {
    assert.equal((await decide('withdraw', ann.session_token)).body.data.dpa.status, 'none');
    await decide('accept', ann.session_token);
    assert.equal(refused(await decide('withdraw', zoe.session_token)), '404 not_found');
    const withdrawn = (await decide('withdraw', ann.session_token)).body.data.dpa;
    assert.deepEqual([withdrawn.status, withdrawn.withdrawn_at], ['withdrawn', new Date(clock.now()).toISOString()]);
    clock.advance(1_000);
    const again = (await decide('accept', ann.session_token)).body.data.dpa;
    assert.deepEqual([again.status, again.accepted_at], ['accepted', new Date(clock.now()).toISOString()]);
  });
});
