// Ads that visits do not name, and click-to-message ads whose conversations name none: numbers that can be worked out by hand.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type AdTraits, judgeTags, proposedTags } from '../../../src/report/quality/url-tags.ts';
import { type Shop, startShop } from '../shop.ts';

let shop: Shop;
const page = (query: string) => `https://shop.example/?${query}`;
const row = (ad: string, more: object) => ({
  campaign_id: `c${ad}`,
  campaign_name: `Campaign ${ad}`,
  adset_id: 's',
  ad_id: ad,
  ad_name: `Ad ${ad}`,
  ...more,
});

before(async () => {
  shop = await startShop();
  shop.clock.set('2026-03-05T09:00:00Z');
  await shop.spend('meta', {
    '2026-03-05': [
      row('1', { spend: '60', clicks: 90, link_clicks: 70 }),
      row('2', { spend: '40', clicks: 60 }),
      row('3', { spend: '5', clicks: 10 }),
      row('9', { spend: '50', clicks: 5, platform_conversions: '4' }),
    ],
  });
  await shop.visit({
    at: '2026-03-05T10:00:00Z',
    browser: 'a',
    url: page('utm_source=facebook&utm_medium=paid_social&ad_id=1&campaign_id=c1'),
  });
  await shop.visit({
    at: '2026-03-05T11:00:00Z',
    browser: 'b',
    url: page('utm_source=facebook&utm_medium=paid_social&campaign_id=c1'),
  });
  await shop.visit({
    at: '2026-03-05T12:00:00Z',
    browser: 'c',
    url: page('utm_source=facebook&utm_medium=paid_social&ad_id=77'),
  });
  shop.clock.set('2026-03-08T12:00:00Z');
  const message = (id: string, at: string, more: object = {}) =>
    shop.outcome({
      event_type: 'message_received',
      idempotency_key: `m-${id}-${at}`,
      occurred_at: at,
      user_traits: { phone: `+4930123450${id}` },
      ...more,
    });
  await message('1', '2026-03-05T08:00:00Z', { click_ids: { ctwa_clid: 'Aclick0001' }, ad: { ad_id: '9', platform: 'meta' } });
  await message('1', '2026-03-06T08:00:00Z');
  await message('2', '2026-03-05T09:00:00Z');
  await message('3', '2026-03-06T09:00:00Z');
  for (const [id, amount] of [
    ['1', '500'],
    ['2', '80'],
    ['3', '40'],
  ] as const)
    await shop.outcome({
      event_type: 'payment_received',
      idempotency_key: `p-${id}`,
      occurred_at: '2026-03-07T09:00:00Z',
      value: { amount, currency: 'USD' },
      user_traits: { phone: `+4930123450${id}` },
    });
  await shop.settle();
});
after(() => shop.close());

test('getAdIdQuality', async (t) => {
  const read = async (query = {}) => (await shop.owner.get('/quality/ad-ids', query)).body.data;

  await t.test('has each ad with its visits, and the spend of those that do not name it', async () => {
    const data = await read();
    const ads = Object.fromEntries(
      data.ads.map((ad: Record<string, unknown>) => [
        ad['ad_id'],
        [ad['spend'], ad['clicks'], ad['visits'], ad['campaign_visits_without_id'], ad['spend_at_risk']],
      ]),
    );
    assert.deepEqual(ads, {
      1: ['60', 70, 1, 1, '30'],
      2: ['40', 60, 0, 0, '40'],
      3: ['5', 10, 0, 0, '5'],
      9: ['50', 5, 0, 0, '50'],
      77: [null, null, 1, 0, null],
    });
    assert.deepEqual(data.visits, { paid: 3, with_id: 2 });
    // No account is connected, so a change would find none of them.
    assert.deepEqual(data.apply, { ad_ids: [], learning_phases_reset: 0 });
    assert.ok(data.ads.every((ad: { skip_reason: string }) => ad.skip_reason === 'not_found'));
    assert.match(data.ads[0].tags_proposed, /ad_id=/, 'what to set by hand is said all the same');
  });

  await t.test('weights the share of ads by their spend, of ads with 50 clicks', async () => {
    const seen = (await read()).findings.find(({ name }: { name: string }) => name === 'ad_ids_seen');
    assert.deepEqual([seen.count, seen.of, seen.share, seen.status, seen.money.spend], [1, 2, 0.6, 'attention', '40']);
  });

  await t.test('puts the spend of each finding in doubt once', async () => {
    const odd = (await read()).findings.find(({ name }: { name: string }) => name === 'click_to_visit');
    assert.deepEqual([odd.status, odd.money.spend], ['problem', '60'], 'one visit for 70 clicks of ad 1');
    assert.equal(
      (await shop.owner.get('/quality')).body.data.money_in_doubt.spend,
      '100',
      'with the 40 of ad 2, which is not seen',
    );
  });

  await t.test('an unknown platform has no ads', async () => {
    assert.deepEqual((await read({ platform: 'carrier pigeon' })).ads, []);
    assert.equal((await shop.owner.get('/quality/ad-ids', { days: 0 })).status, 400);
  });
});

const NOTHING = { now: null, link: null };

test('URL parameters are proposed in the templates of the platform, beside the ad’s own', () => {
  assert.equal(
    proposedTags('google', NOTHING, false),
    'utm_source=google&utm_medium=cpc&campaign_id={campaignid}&adset_id={adgroupid}&ad_id={creative}',
  );
  assert.match(
    proposedTags('facebook', { now: '?utm_source=fb&x=1', link: null }, false) ?? '',
    /^utm_source=fb&x=1&utm_medium=paid_social&.*ad_id=\{\{ad\.id\}\}$/,
  );
  assert.match(proposedTags('reddit', NOTHING, false) ?? '', /adset_id=\{\{ADGROUP_ID\}\}&ad_id=\{\{AD_ID\}\}$/);
  assert.match(proposedTags('Pinterest Ads', NOTHING, true) ?? '', /utm_campaign=\{campaignid\}&.*ad_id=\{adid\}$/);
  assert.match(proposedTags('snap', NOTHING, false) ?? '', /adset_id=\{\{adSet\.id\}\}&ad_id=\{\{ad\.id\}\}$/);
  assert.equal(proposedTags('unheard', NOTHING, false), null);
  const ad: AdTraits = {
    platform: 'meta',
    url_tags: null,
    creative_type: null,
    objective: null,
    landing_page_url: null,
    effective_status: 'active',
    platform_status: null,
    ad_name: null,
  };
  const faultOf = (more: Partial<AdTraits>) => judgeTags({ ...ad, ...more }, false).fault;
  assert.equal(faultOf({}), null);
  assert.equal(faultOf({ landing_page_url: 'https://wa.me/49301234' }), 'click_to_message');
  assert.equal(faultOf({ creative_type: 'dynamic' }), 'dynamic');
  assert.equal(faultOf({ creative_type: 'dynamic', platform: 'google_ads' }), null, 'a responsive search ad takes them');
  assert.equal(faultOf({ platform_status: 'PENDING_REVIEW' }), 'in_review');
  assert.equal(faultOf({ platform: 'unheard' }), 'no_template');
  assert.equal(faultOf({ url_tags: proposedTags('meta', NOTHING, false) ?? '' }), 'already_set');
  const link = `https://shop.example/a?${proposedTags('meta', NOTHING, false)}#top`;
  assert.equal(faultOf({ landing_page_url: link }), 'already_set', 'in the link of the ad');
  const hubspot = 'utm_source=google&utm_medium=cpc&hsa_cam={campaignid}&hsa_grp={adgroupid}&hsa_ad={creative}';
  assert.equal(
    faultOf({ platform: 'google_ads', url_tags: hubspot }),
    'already_set',
    'under other names that visits are read by',
  );
  const matomo = 'mtm_source=g&mtm_medium=cpc&utm_id={campaignid}&adgroupid={adgroupid}&creative=red-shoes';
  assert.equal(
    proposedTags('google', { now: matomo, link: null }, false),
    `${matomo}&ad_id={creative}`,
    'a creative that is a word names no ad',
  );
  const half = { ...ad, url_tags: 'x=1', landing_page_url: 'https://shop.example/a?AD_ID={{ad.id}}&utm_source=fb#?adset_id=1' };
  assert.equal(
    judgeTags(half, false).tags,
    'x=1&utm_medium=paid_social&utm_campaign={{campaign.name}}&campaign_id={{campaign.id}}&adset_id={{adset.id}}',
    'only what neither has',
  );
});

test('getDarkMessagingSpend', async (t) => {
  const read = async (query: object) => (await shop.owner.get('/profile/dark-messaging-spend', { ...query })).body;

  await t.test('follows from spend, conversations, first messages and their ads', async () => {
    const { data } = await read({ date_from: '2026-03-01', date_to: '2026-03-08' });
    assert.deepEqual(
      [data.spend, data.conversations_started, data.first_messages, data.referred, data.spend_dark],
      ['50', 4, 3, 1, '37.5'],
    );
    assert.deepEqual(data.unattributed_from_ads, [0, 2]);
    // Two wrote without an ad and paid 120 together; both may have come from one.
    assert.deepEqual([data.revenue_dark, data.revenue_at_risk, data.status], ['120', '120', 'ok']);
    assert.equal(data.ads[0].ad_id, '9');
  });

  await t.test('what nobody reports is null, not 0', async () => {
    const { data, error } = await read({ date_from: '2026-02-01', date_to: '2026-02-08' });
    assert.equal(error, undefined, JSON.stringify(error));
    assert.deepEqual(
      [data.spend, data.conversations_started, data.unattributed_from_ads, data.spend_dark],
      [null, null, null, null],
    );
    assert.deepEqual([data.first_messages, data.revenue_at_risk], [0, '0']);
  });

  await t.test('refuses ranges that are none', async () => {
    const { error } = await read({ date_from: '2026-03-08', date_to: '2026-03-01' });
    assert.equal(error.code, 'invalid_date_range');
    assert.equal((await read({})).error.code, 'invalid_date_range');
  });
});
