// Ads that open a chat in WhatsApp, and their welcome messages, for partners: which ads, in which form, for whom, and without a connection.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { authorizeApp, issueAppToken, registerApp } from '../../../src/account/apps/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { refused } from '../../account/door.ts';
import { type MetaWorld, metaAccount, startMetaWorld } from '../connections/meta-world.ts';

const HOUR_MS = 3_600_000;

const adRow = (id: string, creative: Record<string, unknown>, adset: Record<string, unknown> = {}) => ({
  id,
  name: `Ad ${id}`,
  adset_id: '81',
  campaign_id: '71',
  status: 'ACTIVE',
  effective_status: 'ACTIVE',
  adset,
  creative: { id: `4${id}`, ...creative },
});

const editor = (message: unknown): string =>
  JSON.stringify({ type: 'VISUAL_EDITOR', version: 2, text_format: { customer_action_type: 'ice_breakers', message } });
const button = { call_to_action: { type: 'WHATSAPP_MESSAGE', value: { whatsapp_number: '+56912345678' } } };
const toChat = { destination_type: 'WHATSAPP', promoted_object: { page_id: '77', whatsapp_phone_number: '+56900000000' } };

function shop() {
  const account = metaAccount('102', 'North');
  account.campaigns.push({ id: '71', name: 'Spring', effective_status: 'ACTIVE', status: 'ACTIVE' });
  account.adsets.push({ id: '81', campaign_id: '71', name: 'Wide', effective_status: 'ACTIVE', status: 'ACTIVE' });
  const ice = { text: 'Hi\u0000 <b>', ice_breakers: [{ title: 'Prices?', response: 'From $10' }, { title: 'Hours?' }] };
  account.ads.push(
    adRow('901', { object_story_spec: { page_id: '5', link_data: { ...button, page_welcome_message: editor(ice) } } }),
    adRow('902', { object_type: 'PHOTO', page_welcome_message: 'Good day' }, toChat),
    adRow('903', { call_to_action_type: 'WHATSAPP_MESSAGE', page_welcome_message: null }),
    adRow('904', { page_welcome_message: '120211000000000' }, { destination_type: 'MESSAGING_MESSENGER_WHATSAPP' }),
    adRow(
      '905',
      { object_story_spec: { page_id: '5', link_data: { link: 'https://shop.example/' } } },
      { destination_type: 'WEBSITE' },
    ),
  );
  return account;
}

const nextHour = async ({ app, work }: MetaWorld): Promise<void> => {
  app.clock.advance(HOUR_MS + 60_000);
  await work();
};

async function start(t: TestContext) {
  const account = shop();
  const w = await startMetaWorld(t, [account]);
  const { app } = w;
  const keyWith = (scopes: string[]) =>
    createApiKey(app.base, { profileId: app.profileId, name: 'k', scopes, ratePerMinute: 600, actor: 'system' }).secret;
  const partner = app.api(keyWith(['campaigns:read']));
  return {
    w,
    app,
    account,
    keyWith,
    profile: { profile_id: app.profileId },
    list: async (query = {}) => (await partner.get('/partner/whatsapp/ads', query)).body,
    welcome: (id: string) => partner.get(`/partner/whatsapp/ads/${id}/welcome-message`),
  };
}

test('listWhatsappAds', async (t) => {
  const { w, app, account, keyWith, profile, list } = await start(t);

  await t.test('without a connection it is empty', async () => {
    const { data, meta } = await list();
    assert.deepEqual([data, meta.is_connected], [[], false]);
  });

  await w.connect();
  await w.work();

  await t.test('every ad that opens a chat, in pages by its id', async () => {
    const { data, meta, pagination } = await list();
    assert.deepEqual([meta.is_connected, pagination], [true, { has_next: false, cursor: null }]);
    assert.deepEqual(
      data.map((ad: Record<string, unknown>) => [
        ad['ad_id'],
        ad['destination_type'],
        ad['call_to_action_type'],
        ad['whatsapp_number'],
        ad['page_id'],
        ad['greeting'],
        ad['greeting_status'],
      ]),
      [
        ['901', null, 'WHATSAPP_MESSAGE', '+56912345678', '5', 'Hi <b>', 'found'],
        ['902', 'WHATSAPP', null, '+56900000000', '77', 'Good day', 'found'],
        ['903', null, 'WHATSAPP_MESSAGE', null, null, null, 'none'],
        ['904', 'MESSAGING_MESSENGER_WHATSAPP', null, null, null, null, 'unrecognised'],
      ],
    );
    assert.equal(data[0].read_at, '2026-11-25T12:00:00.000Z');
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list({ limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.data.map(({ ad_id }: { ad_id: string }) => ad_id));
      ({ cursor } = page.pagination);
    }
    assert.deepEqual(seen, ['901', '902', '903', '904']);
  });

  await t.test('a partner app reads the profiles that it may; others nobody', async () => {
    const { appId } = registerApp(app.base, {
      name: 'Partner',
      tier: 'standard' as const,
      redirectUris: [],
      allowedReturnOrigins: [],
      actor: 'system',
    });
    const token = () => app.api(issueAppToken(app.base, appId).token);
    assert.ok([403, 404].includes((await token().get('/partner/whatsapp/ads', profile)).status));
    const place = { workspaceId: app.workspaceId, profileId: app.profileId };
    authorizeApp(app.base, { appId, place: { workspaceId: app.workspaceId }, kind: 'adopted' });
    authorizeApp(app.base, { appId, place, kind: 'adopted' });
    assert.equal((await token().get('/partner/whatsapp/ads', profile)).body.data.length, 4);
    const other = app.api(keyWith(['analytics:read']));
    assert.equal(refused(await other.get('/partner/whatsapp/ads')), '403 insufficient_scope');
    assert.equal(refused(await app.api().get('/partner/whatsapp/ads', profile)), '401 unauthorized');
  });

  await t.test('a reading replaces what was there, one that is not complete does not', async () => {
    const [first, second] = account.ads;
    Object.assign(second ?? {}, { creative: { id: '4902', page_welcome_message: 'Good evening' } });
    Object.assign(first ?? {}, { effective_status: 'ARCHIVED' });
    await nextHour(w);
    assert.deepEqual(
      (await list()).data.map(({ greeting }: { greeting: string }) => greeting),
      ['Good evening', null, null],
    );
    account.ads.splice(0, 5, { ...second, name: undefined } as never);
    await nextHour(w);
    assert.equal((await list()).data.length, 3);
  });

  await t.test('a grant that has ended hides them', async () => {
    w.meta.revoke();
    await nextHour(w);
    const { data, meta } = await list();
    assert.deepEqual([data, meta.is_connected], [[], false]);
  });
});

test('getWhatsappWelcome', async (t) => {
  const { w, app, account, profile, welcome } = await start(t);

  await t.test('without a connection it is refused', async () =>
    assert.equal(refused(await welcome('901')), '409 adplatform_connection_required'),
  );

  await w.connect();
  await w.work();

  await t.test('by its form; of another ad there is none', async () => {
    const messages = await Promise.all(['901', '902', '903', '904'].map(async (id) => (await welcome(id)).body.data.welcome));
    const breakers = [
      { title: 'Prices?', response: 'From $10' },
      { title: 'Hours?', response: null },
    ];
    assert.deepEqual(messages, [
      { text: 'Hi <b>', autofill: null, ice_breakers: breakers },
      { text: 'Good day', autofill: null, ice_breakers: [] },
      null,
      null,
    ]);
    for (const id of ['905', '999', "1' or 1=1", '%00']) assert.equal((await welcome(encodeURIComponent(id))).status, 404, id);
  });

  await t.test('for a person too, and as the last reading had it', async () => {
    const { body } = await app.api(app.session).get('/partner/whatsapp/ads/902/welcome-message', profile);
    assert.deepEqual([body.data.ad_id, body.data.greeting_status], ['902', 'found']);
    Object.assign(account.ads[1] ?? {}, { effective_status: 'ARCHIVED' });
    await nextHour(w);
    assert.equal((await welcome('902')).status, 404);
  });

  await t.test('a grant that has ended must be renewed', async () => {
    w.meta.revoke();
    await nextHour(w);
    const refusal = await welcome('901');
    assert.equal(refused(refusal), '409 connection_not_ready');
    assert.equal(refusal.body.error.reconnect_required, true);
    assert.match(refusal.body.error.reconnect_url, /^http/);
  });
});
