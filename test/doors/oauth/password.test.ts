// What becomes of programs when their person comes back by mail: whoever let them in may have been somebody else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../harness.ts';
import { browserOf, OWNER } from '../console/browser.ts';
import { approvedCode, exchange, granted, newClient, opens, refresh, refused } from './flow.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

test('a password chosen by mail ends tokens, refresh tokens and codes; one changed at a session does not', async () => {
  const { access, clientId, refresh: token } = await granted(app);
  const waiting = await newClient(app);
  const code = await approvedCode(app, waiting);
  assert.equal((await app.api(app.session).put('/me/password', { new_password: 'seven new bicycles' })).status, 200);
  assert.ok(await opens(app, access));
  await browserOf(app).submit('/console/reset', { email: OWNER }, '/console/reset');
  const link = (await app.mails()).at(-1)?.path ?? '';
  assert.equal((await browserOf(app).get(link)).status, 200);
  assert.ok(await opens(app, access), 'looking at the link ends nothing');
  assert.equal((await browserOf(app).submit(link, { password: 'three old horses' })).status, 303);
  assert.ok(!(await opens(app, access)));
  assert.equal(refused(await refresh(app, clientId, token)), '400 invalid_grant');
  assert.equal(refused(await exchange(app, waiting, code)), '400 invalid_grant');
  assert.ok(await opens(app, (await granted(app)).access), 'they may be allowed again');
});
