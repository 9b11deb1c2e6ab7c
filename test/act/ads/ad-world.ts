// A profile with a connected Meta account of two campaigns and four ads, its pictures, and visits by them that can be worked out by hand.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { createOutside, setOutside } from '../../../src/providers/http/guard.ts';
import type { FakeMetaAccount } from '../../fakes/meta.ts';
import { insight, type MetaWorld, metaAccount, startMetaWorld } from '../connections/meta-world.ts';

const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Safari/537.36';
/** The smallest picture there is, and a script that says it is one. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

export interface Pictures {
  url: string;
  asked: string[];
  /** Answers 500 from now on. */
  isDown: boolean;
}

async function startPictures(t: TestContext): Promise<Pictures> {
  const pictures: Pictures = { url: '', asked: [], isDown: false };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    pictures.asked.push(path);
    const body = path.includes('script') ? SVG : path.includes('huge') ? Buffer.concat([PNG, Buffer.alloc(600_000)]) : PNG;
    response.writeHead(pictures.isDown ? 500 : 200, { 'content-type': 'image/png' });
    response.end(pictures.isDown ? '' : body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  pictures.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  t.after(() => new Promise((done) => server.close(done)));
  return pictures;
}

const adRow = (id: string, adset: string, campaign: string, name: string, thumbnail: string) => ({
  id,
  name,
  adset_id: adset,
  campaign_id: campaign,
  status: 'ACTIVE',
  configured_status: 'ACTIVE',
  effective_status: 'ACTIVE',
  created_time: '2026-10-01T08:00:00+0000',
  creative: { id: `c${id}`, name, object_type: 'PHOTO', image_hash: 'x', thumbnail_url: thumbnail, url_tags: `ad_id=${id}` },
});

/** Ad 991 and 992 in an ad set with a budget, 993 and 994 under a campaign that has it. */
export function shopAccount(pictureUrl: string): FakeMetaAccount {
  const account = metaAccount('102', 'North');
  account.campaigns.push(
    { id: '71', name: 'Spring', effective_status: 'ACTIVE', status: 'ACTIVE', objective: 'OUTCOME_SALES' },
    { id: '72', name: 'Autumn', effective_status: 'ACTIVE', status: 'ACTIVE', objective: 'OUTCOME_SALES', daily_budget: '5000' },
  );
  account.adsets.push(
    {
      id: '81',
      campaign_id: '71',
      name: 'Wide',
      effective_status: 'ACTIVE',
      status: 'ACTIVE',
      daily_budget: '2050',
      learning_stage_info: { status: 'LEARNING' },
    },
    { id: '82', campaign_id: '72', name: 'Narrow', effective_status: 'ACTIVE', status: 'ACTIVE' },
  );
  account.ads.push(
    adRow('991', '81', '71', 'Reel: the workshop', `${pictureUrl}/a?sig=1`),
    adRow('992', '81', '71', 'Carousel', `${pictureUrl}/script.png`),
    adRow('993', '82', '72', 'Still', `${pictureUrl}/huge.png`),
    adRow('994', '82', '72', 'Never shown', `${pictureUrl}/d`),
  );
  return account;
}

export interface AdWorld extends MetaWorld {
  pictures: Pictures;
  account: FakeMetaAccount;
  ads(query?: Record<string, unknown>): Promise<AdList>;
  visit(at: string, browser: string, ad: string): Promise<void>;
  pay(at: string, browser: string, key: string, amount: string): Promise<void>;
}

export interface AdList {
  // biome-ignore lint/suspicious/noExplicitAny: the form of answers is checked against the contract
  data: any[];
  // biome-ignore lint/suspicious/noExplicitAny: as above
  meta: any;
  pagination: { has_next: boolean; cursor: string | null };
}

export const RANGE = { date_from: '2026-11-20', date_to: '2026-11-24' };

/** Connected and read, with visits and sales. */
export async function startAdWorld(t: TestContext): Promise<AdWorld> {
  const pictures = await startPictures(t);
  const account = shopAccount(pictures.url);
  for (const day of ['2026-11-20', '2026-11-21', '2026-11-22'])
    account.insights.push(insight(day, '991', '10.10'), insight(day, '992', '4'), insight(day, '993', '2.5'));
  const w = await startMetaWorld(t, [account]);
  const { app } = w;
  setOutside(app.base, createOutside({ isAllowed: () => true, ports: 'any', asksInnerNames: true }));
  const key = app.api(app.apiKey);
  return {
    ...w,
    pictures,
    account,
    ads: async (query = {}) => {
      const { status, body } = await w.api.get('/ads', { profile_id: app.profileId, ...RANGE, ...query });
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    },
    visit: async (at, browser, ad) => {
      app.clock.set(at);
      const url = `https://shop.example/?utm_source=facebook&utm_medium=paid-social&ad_id=${ad}`;
      const body = JSON.stringify({
        tracking_key: app.trackingKey,
        anonymous_id: browser,
        events: [{ event_type: 'page_view', url }],
      });
      const headers = { 'content-type': 'application/json', accept: 'application/json', 'user-agent': AGENT };
      const response = await fetch(new URL('/t/collect', app.baseUrl), { method: 'POST', headers, body });
      assert.deepEqual(await response.json(), { data: { accepted: 1, rejected: [] } });
    },
    pay: async (at, browser, order, amount) => {
      const answer = await key.post('/events', {
        event_type: 'payment_received',
        idempotency_key: order,
        occurred_at: at,
        anonymous_id: browser,
        value: { amount, currency: 'EUR' },
      });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
    },
  };
}
