// The consumer-app branch of POST /workspaces: for a user by e-mail, never a replay, never a checkout.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { findPerson } from '../../../src/account/people/index.ts';
import { refused } from '../door.ts';
import { accept, acceptAs, openDoor, sessionOf } from './people.ts';

test('createWorkspace by a consumer app', async (t) => {
  const world = await openDoor(t);
  const { base, call, ann, baseUrl, mails } = world;
  const app = registerApp(base, {
    name: 'Partner',
    tier: 'standard',
    redirectUris: ['https://partner.example/cb'],
    allowedReturnOrigins: [],
    actor: 'system',
  });
  const { token } = issueAppToken(base, app.appId);
  const create = (more: object, bearer = token) => call('post', '/workspaces', bearer, { name: 'Client', ...more });

  await t.test('makes a new one with every call, owned by the user who accepts, without profile or checkout', async () => {
    const [first, second] = [
      await create({ email: 'New@Client.example', plan: 'growth' }),
      await create({ email: 'new@client.example' }),
    ];
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.notEqual(first.body.data.workspace_id, second.body.data.workspace_id);
    assert.deepEqual([first.body.data.created, first.body.data.checkout, first.body.warnings], [true, null, undefined]);
    assert.equal(first.body.data.plan, 'growth');
    assert.equal(findPerson(base, 'new@client.example'), undefined);
    const session = sessionOf(world, 'new@client.example');
    assert.deepEqual((await call('get', '/workspaces', session)).body.data, []);
    for (const { body } of [first, second]) {
      const { data } = (await call('get', `/workspaces/${body.data.workspace_id}/members`, token)).body;
      await accept(world, session, data[0].user_id);
    }
    assert.deepEqual(await mails(), []);
    const seen = (await call('get', '/workspaces', session)).body.data;
    assert.deepEqual(
      seen.map((row: { role: string }) => row.role),
      ['owner', 'owner'],
    );
    assert.deepEqual((await call('get', '/profiles', token)).body.data, []);
    const params = { workspace_id: first.body.data.workspace_id, name: 'Shop' };
    assert.equal((await call('post', '/profiles', token, params)).status, 201, 'it reaches what it made');
  });

  await t.test('a user that is known already gets it beside their own, and HTTP Basic does as well', async () => {
    const answer = await fetch(`${baseUrl}/api/v1/workspaces`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${app.appId}:${app.secret}`)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'For Ann', email: 'ann@north.example' }),
    });
    assert.equal(answer.status, 201);
    assert.equal((await call('get', '/workspaces', ann.session_token)).body.data.length, 1);
    await acceptAs(world, 'ann@north.example');
    assert.equal((await call('get', '/workspaces', ann.session_token)).body.data.length, 2);
    const own = await call('post', '/workspaces', ann.session_token, { name: 'For Ann' });
    assert.deepEqual([own.status, own.body.data.created], [201, true], 'what an app made is no earlier call of hers');
  });

  await t.test('refuses a call without a user, and an e-mail from people', async () => {
    assert.equal(refused(await create({})), '422 validation_error');
    assert.equal(refused(await create({ email: 'no address' })), '422 validation_error');
    assert.equal(refused(await create({ email: 'x@y.example', plan: 'enterprise' })), '422 validation_error');
    assert.equal(refused(await create({ email: 'x@y.example' }, ann.session_token)), '422 validation_error');
    assert.equal(findPerson(base, 'x@y.example'), undefined, 'nobody was made');
  });
});
