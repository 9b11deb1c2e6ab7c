// The client of OpenAI's ads against its fake: what every provider's client must do, keys that are typed in, and what OpenAI alone does.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AdAccount } from '../../../src/providers/ad-platform.ts';
import { createOpenAiAds } from '../../../src/providers/openai-ads/client.ts';
import { type FakeOpenAiAccount, startFakeOpenAiAds } from '../../fakes/read-ads/openai-ads.ts';
import { allOf, catalogueOf, failureOf, grantOf, NOW } from '../ad-platforms.ts';
import { testReading } from '../ad-readers.ts';
import { timeoutOf } from '../conformance.ts';

const KEY = 'openai-ads-key-4711';
const account: AdAccount = {
  id: 'act_1',
  name: 'Shop',
  currency: 'USD',
  timezone: 'America/New_York',
  status: 'active',
  hasWriteAccess: false,
};
/** The clocks of New York go back on 1 November. */
const range = { from: '2026-10-31', to: '2026-11-02' };
const DAYS = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'];

const shop = (more: Partial<FakeOpenAiAccount> = {}): FakeOpenAiAccount => ({
  key: KEY,
  account: { id: 'act_1', name: 'Shop', currency_code: 'USD', timezone: 'America/New_York', status: 'active' },
  campaigns: [
    { id: 'cmpn_1', name: 'Autumn', status: 'active', budget: { daily_spend_limit_micros: 25_000_000 } },
    { id: 'cmpn_2', name: 'Spring', status: 'paused', budget: null },
  ],
  adGroups: {
    cmpn_1: [{ id: 'adgrp_1', name: 'Wide', status: 'active' }],
    cmpn_2: [{ id: 'adgrp_2', name: 'Old', status: 'active' }],
  },
  ads: {
    adgrp_1: [
      {
        id: 'ad_1',
        name: 'Card 1',
        status: 'active',
        review_status: 'approved',
        created_at: 1_790_000_201,
        creative: { type: 'chat_card', title: 'Shoes', target_url: 'https://shop.example/p?utm_source=chatgpt' },
      },
      { id: 'ad_2', name: 'Card 2', status: 'active', review_status: 'rejected' },
      { id: 'ad_3', name: null, status: 'archived', review_status: 'approved' },
    ],
    adgrp_2: [{ id: 'ad_4', name: 'Card 4', status: 'active', review_status: 'approved' }],
  },
  days: DAYS.flatMap((day) => [
    { ad: 'ad_1', day, spend: 101.999999 },
    { ad: 'ad_4', day, spend: 0.07 },
  ]),
  ...more,
});

async function start(t: TestContext, accounts = [shop()]) {
  const fake = await startFakeOpenAiAds(t, accounts);
  fake.now = () => NOW;
  const client = createOpenAiAds(fake.settings, { clock: { now: () => NOW }, timeoutMs: timeoutOf(t) });
  return { fake, client, grant: grantOf(KEY) };
}

test('the client conforms', (t) =>
  testReading(t, {
    name: 'OpenAI',
    account,
    range,
    start: async (t) => {
      const { fake, client } = await start(t);
      return { server: fake.server, client, token: KEY };
    },
  }));

test('a key is typed in, and opens its own account', async (t) => {
  const { client } = await start(t);
  assert.equal(client.oauth, undefined);
  const tokens = await client.openCredentials?.({ api_key: ` ${KEY} ` });
  assert.ok(tokens);
  assert.deepEqual(await client.listAccounts(grantOf(tokens.accessToken.reveal())), [account]);
  for (const api_key of ['', 'short', 'two words of a key'])
    await assert.rejects(async () => client.openCredentials?.({ api_key }), /no key/, api_key);
});

test('the catalogue is read from parent to child, with states of review and links', async (t) => {
  const { fake, client, grant } = await start(t);
  fake.maxPage = 1;
  const { campaigns, adSets, ads } = await catalogueOf(client.readCatalogue(grant, account));
  assert.deepEqual(campaigns, [
    { id: 'cmpn_1', name: 'Autumn', status: 'active', dailyBudget: '25' },
    { id: 'cmpn_2', name: 'Spring', status: 'paused' },
  ]);
  assert.deepEqual(
    adSets.map(({ id, campaignId }) => [id, campaignId]),
    [
      ['adgrp_1', 'cmpn_1'],
      ['adgrp_2', 'cmpn_2'],
    ],
  );
  assert.deepEqual(
    ads.map(({ id, adSetId, configuredStatus, effectiveStatus, platformStatus }) => [
      id,
      adSetId,
      configuredStatus,
      effectiveStatus,
      platformStatus,
    ]),
    [
      ['ad_1', 'adgrp_1', 'active', 'active', 'active'],
      ['ad_2', 'adgrp_1', 'active', 'other', 'rejected'],
      ['ad_3', 'adgrp_1', 'archived', 'archived', 'archived'],
      ['ad_4', 'adgrp_2', 'active', 'paused', 'active'],
    ],
  );
  assert.equal(ads[0]?.creative?.landingPageUrl, 'https://shop.example/p?utm_source=chatgpt');
});

test('spend of whole days over a change of clocks, in whole units', async (t) => {
  const { fake, client, grant } = await start(t);
  fake.maxPage = 3;
  const rows = await allOf(client.readSpend(grant, account, range));
  assert.deepEqual(
    rows.map(({ day, adId, spend, campaignName }) => `${day} ${adId} ${spend} ${campaignName}`).toSorted(),
    DAYS.slice(1, 4).flatMap((day) => [`${day} ad_1 101.999999 Autumn`, `${day} ad_4 0.07 Spring`]),
  );
});

test('days to come are not requested', async (t) => {
  const { fake, client, grant } = await start(t);
  await allOf(client.readSpend(grant, account, { from: '2026-11-24', to: '2026-11-26' }));
  assert.match(decodeURIComponent(fake.server.requests.at(-1)?.url ?? ''), /"until":"2026-11-25"/);
  const before = fake.server.requests.length;
  assert.deepEqual(await allOf(client.readSpend(grant, account, { from: '2026-11-26', to: '2026-11-26' })), []);
  assert.equal(fake.server.requests.length, before);
});

test('a field that OpenAI does not know any more is left out once, and another ends the reading', async (t) => {
  const { fake, client, grant } = await start(t);
  const read = () => allOf(client.readSpend(grant, account, range));
  fake.unknownFields = ['ad.name'];
  assert.equal((await read()).length, 6);
  fake.unknownFields = ['ad.name', 'ad.spend'];
  assert.equal((await failureOf(read())).outcome, 'rejected');
  fake.unknownFields = [];
  fake.forbidden.add('act_1');
  assert.equal((await failureOf(read())).outcome, 'forbidden');
});
