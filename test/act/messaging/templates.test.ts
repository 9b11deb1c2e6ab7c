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
        name,
        header_places,
        body_places,
        needs,
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

  await t.test('and with status=any the others, with their state', async () => {
    const any = (await list({ status: 'any' })).body.data;
    assert.deepEqual(
      any.map(({ name, status }: Record<string, unknown>) => `${name} ${status}`),
      ['named approved', 'order_shipped approved', 'waits pending', 'with_link approved', 'with_picture approved'],
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

test('a template that WhatsApp does not send now is refused before anything is sent', async (t) => {
  const { whatsapp, post, w } = await startWhatsAppWorld(t);
  const send = (name: string, language = 'en_US') =>
    post('/messages/template', { to: '+16505551234', template: { name, language } });
  const template = whatsapp.templates.find(({ name }) => name === 'with_picture') ?? assert.fail();
  const cases = [
    ['PAUSED', '132015'],
    ['DISABLED', '132016'],
    ['REJECTED', '132001'],
    ['PENDING', '132001'],
  ] as const;
  for (const [status, code] of cases) {
    template.status = status;
    const { status: answered, body } = await send('with_picture');
    assert.deepEqual(
      [answered, body.error.code, body.error.provider_code, body.error.provider_message],
      [422, 'provider_error', code, status],
    );
  }
  for (const name of ['with_pictur', 'none']) assert.equal((await send(name)).body.error.provider_code, '132001', name);
  assert.equal((await send('with_picture', 'de')).status, 422);
  assert.equal(whatsapp.sent.length, 0);

  await t.test('one that was approved is not looked up with each send, and a look-up that fails decides nothing', async () => {
    template.status = 'APPROVED';
    const looked = () => whatsapp.server.requests.filter(({ url }) => url.includes('message_templates')).length;
    const before = looked();
    for (let n = 0; n < 3; n += 1) assert.equal((await send('with_picture')).status, 201);
    assert.equal(looked(), before + 1);
    w.app.clock.advance(6 * 60_000);
    whatsapp.server.fail('html', 3);
    assert.equal((await send('with_picture')).status, 201);
    assert.equal(whatsapp.sent.length, 4);
  });
});
