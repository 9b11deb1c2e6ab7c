// Connecting WhatsApp by the embedded sign-up of Meta: the account that a person chose there, its numbers, and what cannot be connected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SIGN_UP, startFakeWhatsApp } from '../../fakes/whatsapp.ts';
import { startRecordWorld } from '../connections/records/record-world.ts';

test('a number is connected on the page of Meta', async (t) => {
  const whatsapp = await startFakeWhatsApp(t);
  const signUp = { signUpAppId: SIGN_UP.appId, signUpConfigId: SIGN_UP.configId };
  const w = await startRecordWorld(t, { whatsapp: { ...whatsapp.settings, ...signUp } });
  const query = { profile_id: w.app.profileId };

  await t.test('several accounts, or none, are refused with the reason', async () => {
    for (const [chosen, words] of [
      [['11111', '22222'], /choose one/],
      [[], /No WhatsApp Business account was chosen/],
    ] as const) {
      whatsapp.signedUp = [...chosen];
      const { html } = await w.connect('whatsapp');
      assert.match(html, words);
      assert.notEqual((await w.connection()).status, 'active');
    }
  });

  await t.test('one is connected with its number, and messages go out', async () => {
    whatsapp.signedUp = ['102290129340398'];
    await w.connect('whatsapp');
    const connection = (await w.connections()).find(({ status }) => status === 'active');
    assert.equal(connection?.accounts[0]?.id, whatsapp.numbers[0]?.id);
    assert.ok(whatsapp.server.requests.some(({ url }) => url.endsWith('/subscribed_apps')));
    const template = { name: 'named', language: 'de', body: [{ name: 'first_name', text: 'Ana' }] };
    const sent = await w.api.post('/messages/template', { to: '+16505551234', template }, query);
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    assert.equal(whatsapp.sent.length, 1);
  });

  await t.test('disconnecting says that the grant ends at Meta', async () => {
    const { id } = (await w.connections()).find(({ status }) => status === 'active');
    const { status, body } = await w.api.delete(`/connections/${id}`, query);
    assert.deepEqual([status, body.data.revocation], [200, 'failed']);
  });

  await t.test('no secret is in an address or an answer', async () => {
    const text = JSON.stringify([await w.connections(), whatsapp.server.requests.map(({ url }) => url)]);
    assert.equal(text.includes(whatsapp.settings.appSecret), false);
  });
});
