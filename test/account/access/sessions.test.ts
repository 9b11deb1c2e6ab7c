// The list of a person's own sessions, and the end of all but one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPerson } from '../../../src/account/people/index.ts';
import { type Browser, signedIn } from '../../doors/console/browser.ts';
import { startTestApp } from '../../harness.ts';

const bearerOf = ({ cookie }: Browser): string => /tributary_session=([^;]+)/.exec(cookie)?.[1] ?? '';

test('deleteMyOtherSessions', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  createPerson(app.base, { email: 'eve@shop.example', actor: 'system' });
  const eve = await signedIn(app, 'eve@shop.example');
  const others = [await signedIn(app), await signedIn(app)];
  const end = await app.api(app.session).delete('/me/sessions');
  assert.deepEqual(end.body, { data: { sessions_ended: 2 } });
  for (const browser of others) assert.equal((await app.api(bearerOf(browser)).get('/me')).status, 401);
  assert.equal((await app.api(bearerOf(eve)).get('/me')).status, 200, 'of nobody else');
  assert.deepEqual((await app.api(app.session).delete('/me/sessions')).body, { data: { sessions_ended: 0 } });
});
