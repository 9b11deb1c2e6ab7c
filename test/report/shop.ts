// A small shop whose every figure can be worked out by hand: three people, five visits, four outcomes, a week of spend.
//
//   Ana   1 March 10:00  visit from a Google ad (campaign c1, ad set s1, ad a1, gclid), two pages, 12 engaged seconds, on a phone
//         3 March 09:00  visit from the newsletter, one page: a bounce
//         5 March 12:00  pays 100 (order-1), named by browser, external id and e-mail
//         6 March 12:00  pays 50 (order-2), named by external id
//         7 March 12:00  25 of order-1 are refunded
//   Ben   2 March 11:00  direct visit on a computer, one page: a bounce; 11:30 pays 20 (order-3), named by browser only
//   Cal   4 March 08:00  becomes a lead, named by e-mail only, without any visit
//   Google spent 10 a day on ad a1 from 1 to 7 March, and 2 on no campaign on the 7th; Meta spent 3 on the 1st for nothing.
import assert from 'node:assert/strict';
import { createApiKey } from '../../src/account/keys/index.ts';
import { type Api, startTestApp, type TestApp, type TestOptions } from '../harness.ts';
import { startWorld } from '../worlds.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';
export const COMPUTER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0 Safari/537.36';

export interface Page {
  at: string;
  browser: string;
  url: string;
  agent?: string;
  engaged_seconds?: number;
}

/** What happens in a shop, by its doors. */
interface Acts {
  /** With the key of the installation: every scope. */
  owner: Api;
  /** The clock is set to the moment of the page. */
  visit(page: Page): Promise<void>;
  outcome(event: Record<string, unknown>): Promise<string>;
  spend(platform: string, days: Record<string, Record<string, unknown>[]>, currency?: string): Promise<void>;
}

export interface Shop extends TestApp, Acts {
  /** A key that may read conversions but no person. */
  conversionsOnly: Api;
}

const BEGIN = '2026-03-01T00:00:00Z';

/** A service without any fact. */
export const startShop = async (options: TestOptions = {}): Promise<Shop> =>
  shopOf(await startTestApp({ at: BEGIN, ...options }));

function shopOf(app: TestApp): Shop {
  const key = createApiKey(app.base, {
    profileId: app.profileId,
    name: 'conversions only',
    scopes: ['conversions:read'],
    actor: 'system',
  });
  return { ...app, ...actsOf(app), conversionsOnly: app.api(key.secret) };
}

function actsOf(app: TestApp): Acts {
  const owner = app.api(app.apiKey);
  return {
    owner,
    visit: async ({ at, browser, url, agent = PHONE, engaged_seconds }) => {
      app.clock.set(at);
      const event = { event_type: 'page_view', url, ...(engaged_seconds === undefined ? {} : { engaged_seconds }) };
      const response = await fetch(new URL('/t/collect', app.baseUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', 'user-agent': agent },
        body: JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: browser, events: [event] }),
      });
      assert.deepEqual(await response.json(), { data: { accepted: 1, rejected: [] } });
    },
    outcome: async (event) => {
      const answer = await owner.post('/events', event);
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return answer.body.data.outcome_event_id;
    },
    spend: async (platform, days, currency = 'USD') => {
      const list = Object.entries(days).map(([day, rows]) => ({ day, rows }));
      const answer = await owner.post('/spend', { platform, account_id: `${platform}-1`, currency, days: list });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    },
  };
}

export const AD_URL =
  'https://shop.example/boots?utm_source=google&utm_medium=cpc&utm_campaign=spring&campaign_id=c1&adset_id=s1&ad_id=a1&gclid=Gx1';
export const MAIL_URL = 'https://shop.example/sale?utm_source=newsletter&utm_medium=email&utm_campaign=march';

/** The week described above, computed: a copy of the one that is made first, unless it is asked for with options. */
export async function openShop(options?: TestOptions): Promise<Shop> {
  if (options === undefined)
    return shopOf(
      await startWorld({ name: 'week', options: { at: BEGIN }, fill: (app) => fillWeek({ ...app, ...actsOf(app) }) }),
    );
  const shop = await startShop(options);
  await fillWeek(shop);
  return shop;
}

async function fillWeek(shop: Acts & TestApp): Promise<void> {
  await shop.visit({ at: '2026-03-01T10:00:00Z', browser: 'ana', url: AD_URL });
  await shop.visit({ at: '2026-03-01T10:02:00Z', browser: 'ana', url: 'https://shop.example/cart', engaged_seconds: 12 });
  await shop.visit({ at: '2026-03-02T11:00:00Z', browser: 'ben', url: 'https://shop.example/', agent: COMPUTER_AGENT });
  await shop.visit({ at: '2026-03-03T09:00:00Z', browser: 'ana', url: MAIL_URL });
  shop.clock.set('2026-03-08T00:00:00Z');
  const ana = { external_id: 'cust-1' };
  await shop.outcome({
    event_type: 'payment_received',
    idempotency_key: 'order-1',
    occurred_at: '2026-03-05T12:00:00Z',
    value: { amount: '100', currency: 'USD' },
    anonymous_id: 'ana',
    user_traits: { ...ana, email: 'ana@example.com', first_name: 'Ana', last_name: 'Rojas' },
  });
  await shop.outcome({
    event_type: 'payment_received',
    idempotency_key: 'order-2',
    occurred_at: '2026-03-06T12:00:00Z',
    value: { amount: '50', currency: 'USD' },
    user_traits: ana,
  });
  await shop.outcome({
    event_type: 'payment_received',
    idempotency_key: 'refund-1',
    refund_of: 'order-1',
    occurred_at: '2026-03-07T12:00:00Z',
    value: { amount: '25', currency: 'USD' },
    user_traits: ana,
  });
  await shop.outcome({
    event_type: 'payment_received',
    idempotency_key: 'order-3',
    occurred_at: '2026-03-02T11:30:00Z',
    value: { amount: '20', currency: 'USD' },
    anonymous_id: 'ben',
  });
  await shop.outcome({
    event_type: 'lead_created',
    idempotency_key: 'lead-1',
    occurred_at: '2026-03-04T08:00:00Z',
    user_traits: { email: 'cal@example.com', first_name: 'Cal' },
  });
  const ad = {
    campaign_id: 'c1',
    campaign_name: 'Spring boots',
    adset_id: 's1',
    adset_name: 'Lookalike',
    ad_id: 'a1',
    ad_name: 'Red boots',
    spend: '10',
  };
  const days = ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2026-03-${day}`);
  await shop.spend('google', Object.fromEntries(days.map((day) => [day, day === '2026-03-07' ? [ad, { spend: '2' }] : [ad]])));
  await shop.spend('meta', {
    '2026-03-01': [{ campaign_id: 'm1', campaign_name: 'Wasted', adset_id: 'ms', ad_id: 'ma', spend: '3' }],
  });
  await shop.settle();
}
