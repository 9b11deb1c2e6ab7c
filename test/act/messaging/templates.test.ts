// Templates of a connected account, as WhatsApp has them now.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWhatsAppWorld } from './whatsapp-world.ts';

test('listMessageTemplates', async (t) => {
  const world = await startWhatsAppWorld(t);
  const { w, whatsapp } = world;
  const list = async (query: object = {}) => w.api.get('/messages/template', { ...world.query, ...query });

  await t.test('has approved ones with their places, and what else a send needs', async () => {
    const { data } = (await list()).body;
    assert.deepEqual(
      data.map(({ name, header_places, body_places, needs }: Record<string, unknown>) => [
        ...[name, header_places, body_places, needs],
      ]),
      [
        ['named', [], ['first_name'], []],
        ['order_shipped', ['1'], ['1', '2'], []],
        ['with_link', [], [], ['link']],
        ['with_picture', [], [], ['file']],
      ],
    );
    assert.deepEqual(
      [data[1].header, data[1].body, data[1].footer],
      ['Hello {{1}}', 'Your order {{1}} arrives on {{2}}.', 'North'],
    );
  });

  await t.test('of the account of a conversation', async () => {
    await world.hears('wamid.1');
    const [thread] = (await w.api.get('/messages/threads', world.query)).body.data;
    assert.equal((await list({ thread_id: thread.thread_id })).status, 200);
    assert.equal((await list({ thread_id: 'thr_none' })).status, 404);
  });

  await t.test('says when WhatsApp refuses the grant', async () => {
    whatsapp.isRevoked = true;
    const { error } = (await list()).body;
    assert.deepEqual([error.code, error.reconnect_required], ['connection_not_ready', true]);
    assert.equal((await w.connection()).status, 'reconnect_required');
    assert.equal((await list()).body.error.code, 'connection_not_ready');
  });
});
