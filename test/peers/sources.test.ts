// A published list of sources with their categories: each of them, as a referrer and as utm_source with a paid and with an unpaid
// medium, must land in the channel that the published rules give its category. What we place otherwise is listed with the reason.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask } from '../../src/credit/pipeline/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { load, publicRows } from './public-data.ts';

const ways = ['referrer', 'paid', 'unpaid'] as const;
type Channels = Record<(typeof ways)[number], string>;

const channelsOf = (kind: string): Channels => ({ referrer: `Organic ${kind}`, paid: `Paid ${kind}`, unpaid: `Organic ${kind}` });
const PUBLISHED: Record<string, Channels> = {
  SOURCE_CATEGORY_SEARCH: channelsOf('Search'),
  SOURCE_CATEGORY_SHOPPING: channelsOf('Shopping'),
  SOURCE_CATEGORY_SOCIAL: channelsOf('Social'),
  SOURCE_CATEGORY_VIDEO: channelsOf('Video'),
};

const PAYMENT: Channels = { referrer: 'Direct', paid: 'Paid Other', unpaid: 'Referral' };
const MAIL: Channels = { referrer: 'Email', paid: 'Paid Other', unpaid: 'Email' };
const UNKNOWN: Channels = { referrer: 'Referral', paid: 'Paid Other', unpaid: 'Referral' };
const EXCEPTIONS: Record<string, { channels: Channels; because: string }> = {
  'checkout.shopify.com': { channels: PAYMENT, because: 'one pays there: coming back is no new visit' },
  'checkout.stripe.com': { channels: PAYMENT, because: 'one pays there: coming back is no new visit' },
  'stripe.com': { channels: PAYMENT, because: 'one pays there: coming back is no new visit' },
  stripe: { channels: UNKNOWN, because: 'a payment processor is no shop' },
  'email.seznam.cz': { channels: MAIL, because: 'reading mail is no search' },
  'mail.rambler.ru': { channels: MAIL, because: 'reading mail is no search' },
  'mail.yandex.ru': { channels: MAIL, because: 'reading mail is no search' },
  's3.amazonaws.com': { channels: UNKNOWN, because: "anybody's files lie there" },
  'eunion.com': { channels: UNKNOWN, because: 'a misprint of reunion.com' },
};

const sources = publicRows('channels', 'ga4_source_categories.csv').map(({ source, source_category }) => ({
  source: (source as string).toLowerCase(),
  channels: EXCEPTIONS[(source as string).toLowerCase()]?.channels ?? (PUBLISHED[source_category as string] as Channels),
}));
const isHost = (source: string): boolean => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(source);

let app: TestApp;
let landed: Map<string, string>;
before(async () => {
  app = await startTestApp({ at: '2026-04-01T00:00:00Z' });
  const arrivals = sources.flatMap(({ source }, index) => {
    // Not the source: a visitor's own id is taken out of the addresses that are kept.
    const visit = (way: string) => ({
      event_type: 'page_view',
      occurred_at: '2026-03-01T10:00:00Z',
      anonymous_id: `visitor-${index}-${way}`,
    });
    const page = (way: string) => `https://shop.example/${way}/${index}`;
    const named = `utm_source=${encodeURIComponent(source)}`;
    return [
      ...(isHost(source) ? [{ ...visit('referrer'), url: page('referrer'), referrer: `https://${source}/` }] : []),
      { ...visit('paid'), url: `${page('paid')}?${named}&utm_medium=cpc` },
      { ...visit('unpaid'), url: `${page('unpaid')}?${named}&utm_medium=referral` },
    ];
  });
  await load(app, arrivals);
  const rows = await ask(app.base, app.profileId, {
    sql: 'select landing_path, channel from touches join origins using (origin_id)',
  });
  landed = new Map(rows.map((row) => [row['landing_path'] as string, row['channel'] as string]));
});
after(() => app?.close());

test('the list is there', () => {
  assert.ok(sources.length > 800 && sources.filter(({ source }) => isHost(source)).length > 500);
});

for (const way of ways)
  test(`every source as ${way} lands where the published rules or a reasoned exception say`, () => {
    const requests = sources.map((each, index) => ({ ...each, found: landed.get(`/${way}/${index}`) }));
    const checked = way === 'referrer' ? requests.filter(({ source }) => isHost(source)) : requests;
    const wrong = checked.filter(({ channels, found }) => found !== channels[way]);
    assert.deepEqual(
      wrong.map(({ source, channels, found }) => `${source}: ${found}, not ${channels[way]}`),
      [],
    );
  });
