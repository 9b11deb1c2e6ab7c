// Chats that get alerts and reports: sealed addresses that the guard has judged.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type AlertWorld, openAlertWorld } from '../../act/alerts/alert-world.ts';

let world: AlertWorld;
const profile = () => ({ profile_id: world.profileId });
const post = (body: object) => world.owner.post('/alerts/chats', body, profile());
// biome-ignore lint/suspicious/noExplicitAny: the contract has checked it
const chats = async (): Promise<any[]> => (await world.owner.get('/alerts/chats', profile())).body.data;

test('chats of alerts and reports', async (t) => {
  world = await openAlertWorld(t);
  await t.test('createAlertChat', async () => {
    const { status, body } = await post({
      title: 'Marketing',
      service: 'slack',
      address: world.chatUrl('/slack/first?token=s3cret'),
    });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual([body.data.host, body.data.status, body.data.problem], ['chats.example', 'active', null]);
    assert.ok(!JSON.stringify(body).includes('s3cret'));
    const stored = world.base.state.statement('account/chats/alert_chats_list').all({ profile_id: world.profileId });
    assert.ok(!JSON.stringify(stored.map(({ address }) => Buffer.from(address).toString('latin1'))).includes('s3cret'), 'sealed');
    assert.equal(world.chats.requests, 0, 'nothing is sent by this');
    for (const [address, words] of [
      ['http://127.0.0.1:9/x', /address/],
      ['https://10.0.0.1/x', /not public/],
      ['https://metadata.internal/x', /public/],
      ['https://user:pw@chats.example/x', /name or a password/],
      ['ftp://chats.example/x', /no http/],
    ] as const) {
      const refused = await post({ title: 'X', service: 'slack', address });
      assert.equal(refused.status, 422, address);
      assert.match(JSON.stringify(refused.body), words);
    }
  });
  await t.test('listAlertChats', async () => {
    assert.deepEqual(
      (await chats()).map(({ title }) => title),
      ['Marketing'],
    );
  });
  await t.test('updateAlertChat', async () => {
    const [{ id }] = await chats();
    const path = `/alerts/chats/${id}`;
    assert.equal((await world.owner.patch(path, { title: 'Growth' }, profile())).body.data.title, 'Growth');
    assert.equal((await world.owner.patch(path, { address: 'https://10.0.0.1/x' }, profile())).status, 422);
    assert.equal((await world.owner.patch(`/alerts/chats/${randomUUID()}`, { title: 'X' }, profile())).status, 404);
    assert.equal((await world.api(world.apiKey).patch(path, { title: 'X' }, profile())).status, 403);
  });
  await t.test('deleteAlertChat', async () => {
    const [{ id }] = await chats();
    assert.deepEqual((await world.owner.delete(`/alerts/chats/${id}`, profile())).body.data, { id, deleted: true });
    assert.equal((await world.owner.delete(`/alerts/chats/${id}`, profile())).status, 404);
  });
});
