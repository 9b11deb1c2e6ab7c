// No secret reaches the log, at the chattiest level, whether the call goes well or not.
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import supertest from 'supertest';
import { createApp } from '../../../src/app.ts';
import { slices } from '../../../src/slices.ts';
import { openWorld } from '../world.ts';

test('secrets and the log', async (t) => {
  const { base, ann } = await openWorld(t);
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  base.log = pino({ level: 'trace' }, sink);
  const app = await createApp(base, slices, { baseUrl: () => 'http://127.0.0.1' });

  await t.test('neither of a good call nor of a refused one', async () => {
    const unknown = `${ann.api_key.slice(0, -4)}zzzz`;
    for (const secret of [ann.api_key, ann.session_token, unknown]) {
      await supertest(app).get('/api/v1/profiles').set('Authorization', `Bearer ${secret}`);
      await supertest(app)
        .post('/api/v1/workspaces')
        .set('Authorization', `Bearer ${secret}`)
        .send({ name: secret.slice(0, 12) });
      await supertest(app).get('/api/v1/profile').query({ profile_id: 'x' }).set('Authorization', `Bearer ${secret}`);
    }
    const text = lines.join('');
    assert.match(text, /\/api\/v1\/profiles/); // the log is on
    for (const secret of [ann.api_key, ann.session_token, unknown]) {
      assert.ok(!text.includes(secret.slice('svc_live_'.length, -4)), 'a secret is in the log');
    }
  });
});
