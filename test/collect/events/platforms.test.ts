// Names of ad platforms and forms of account ids, at the door and in the warehouse: what was stored before comes to the same.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountForm, resolvePlatform } from '../../../src/collect/events/index.ts';
import { type Shop, startShop } from '../../report/shop.ts';

const NAMES = {
  'Google Ads': 'google',
  google_ads: 'google',
  'Google-AdWords': 'google',
  facebook_ads: 'meta',
  'META ADS': 'meta',
  facebook: 'meta',
  Instagram: 'instagram',
  'Bing Ads': 'microsoft',
  microsoft_ads: 'microsoft',
  'TikTok+Ads': 'tiktok',
  Twitter: 'x',
  snap: 'snapchat',
  ' Acme_Net ': 'acme_net',
};
const ACCOUNTS: [platform: string, sent: string, form: string][] = [
  ['google', '123-456-7890', '1234567890'],
  ['google', 'customers/1234567890', '1234567890'],
  ['google', '123 456 7890', '1234567890'],
  ['meta', 'act_5', '5'],
  ['meta', 'ACT_5', '5'],
  ['linkedin', 'urn:li:sponsoredAccount:507', '507'],
  ['google', 'act_5', 'act_5'],
  ['x', '18ce-54d', '18ce-54d'],
  ['acme_net', '1-2', '1-2'],
  ['tiktok', '-', '-'],
];

let shop: Shop;
before(async () => {
  shop = await startShop();
  await shop.visit({ at: '2026-03-01T10:00:00Z', browser: 'ann', url: 'https://shop.example/' });
  await shop.settle();
});
after(() => shop?.close());

test('a platform has one name', async () => {
  for (const [name, platform] of Object.entries(NAMES)) assert.equal(resolvePlatform(name).platform, platform, name);
  const stored = Object.keys(NAMES).map((name) => name.trim().toLowerCase());
  const sql = `
    select list(coalesce(platform_names.platform, sent.name) order by place) as platforms
    from (select unnest($names) as name, generate_subscripts($names, 1) as place) as sent
    left join platform_names on platform_names.name = name_key(sent.name)`;
  const [row] = await shop.base.warehouse.query({ profileId: shop.profileId }, { sql, params: { names: stored } });
  assert.deepEqual(row?.['platforms'], Object.values(NAMES));
});

test('an ad account has one form', async () => {
  for (const [platform, sent, form] of ACCOUNTS) assert.equal(accountForm(platform, sent), form, `${platform} ${sent}`);
  const sql = `
    select list(account_form(account, account_prefix) order by place) as forms
    from (select unnest($platforms) as platform, unnest($accounts) as account, generate_subscripts($accounts, 1) as place) as sent
    left join platform_seeds using (platform)`;
  const params = { platforms: ACCOUNTS.map(([platform]) => platform), accounts: ACCOUNTS.map(([, sent]) => sent) };
  const [row] = await shop.base.warehouse.query({ profileId: shop.profileId }, { sql, params });
  assert.deepEqual(
    row?.['forms'],
    ACCOUNTS.map(([, , form]) => form),
  );
});
