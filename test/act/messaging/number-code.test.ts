// The code for a number under registration: forwarded by a gateway, read once, gone after ten minutes, and said to be out of reach when its store is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { shortLivedFile } from '../../../src/base/short-lived/open-short-lived.ts';
import { addJob, runDue } from '../../../src/base/work/runner.ts';
import { signalsUpkeep } from '../../../src/collect/events/signals.ts';
import { NUMBER } from '../../fakes/whatsapp.ts';
import { startWhatsAppWorld } from './whatsapp-world.ts';

test('getNumberCode', async (t) => {
  const c = await startWhatsAppWorld(t);
  const { app } = c.w;
  const read = (id = NUMBER) => c.w.api.get(`/messaging/numbers/${id}/otp`, c.query);
  const refusal = (await read()).body.error;
  assert.equal(refusal.code, 'not_found');
  const address = /https?:\/\/\S+\/hooks\/number-codes\/\S+/.exec(refusal.message)?.[0] ?? '';
  const forward = async (text: string, to = new URL(address).pathname): Promise<number> =>
    (await fetch(new URL(to, app.baseUrl), { method: 'POST', body: text })).status;

  await t.test('is given once, the latest', async () => {
    assert.equal(await forward('Your WhatsApp code: 111-222'), 200);
    assert.equal(await forward('Your WhatsApp code: 482-916\nDo not share it. 2026'), 200);
    // The upkeep of other short-lived values leaves it.
    addJob(app.base, signalsUpkeep, { payload: {} });
    await runDue(app.base, [signalsUpkeep]);
    const both = await Promise.all([read(), read()]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 404]);
    const { data } = both.find(({ status }) => status === 200)?.body ?? {};
    assert.deepEqual([data.id, data.code], [NUMBER, '482916']);
    assert.equal((await read()).status, 404);
  });

  await t.test('is over after ten minutes', async () => {
    assert.equal(await forward('{"message":"123456"}'), 200);
    app.clock.advance(600_000);
    assert.equal((await read()).status, 404);
  });

  await t.test('comes from who has the address, for a number of the profile', async () => {
    assert.equal(await forward('no code, and 1234567 is none'), 422);
    assert.equal(await forward('123456', `/hooks/number-codes/${'A'.repeat(80)}`), 401);
    assert.equal((await read('106540352242999')).body.error.code, 'not_found');
    const reader = createApiKey(app.base, { profileId: app.profileId, name: 'k', scopes: ['messages:read'], actor: 'test' });
    assert.equal((await app.api(reader.secret).get(`/messaging/numbers/${NUMBER}/otp`)).body.error.code, 'insufficient_scope');
  });

  await t.test('says when its store cannot be reached', async () => {
    const store = new Database(shortLivedFile(app.dataDir));
    store.exec('alter table entries rename to elsewhere');
    const { status, body, headers } = await read();
    assert.deepEqual([status, body.error.code], [503, 'messaging_otp_relay_unavailable']);
    assert.ok(headers['retry-after']);
    assert.equal(await forward('123456'), 503);
    store.exec('alter table elsewhere rename to entries');
    store.close();
    assert.equal(await forward('123456'), 200);
  });
});
