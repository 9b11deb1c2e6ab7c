// A published list of sources with their categories: each domain of it, as a referrer, must land in a channel, and most in
// that of its category. Only the share is held here.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ask } from '../../src/credit/attribution/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { load, publicRows } from './public-data.ts';

const CHANNEL_OF: Record<string, string> = {
  SOURCE_CATEGORY_SEARCH: 'Organic Search',
  SOURCE_CATEGORY_SHOPPING: 'Organic Shopping',
  SOURCE_CATEGORY_SOCIAL: 'Organic Social',
  SOURCE_CATEGORY_VIDEO: 'Organic Video',
};
/** Measured: 378 of the list's 555 domains. */
const FLOOR = 0.68;
/** Of the list's shops, those where one pays: coming back from there is no new visit, so it is no source either. */
const PAYMENT = ['checkout.shopify.com', 'checkout.stripe.com', 'stripe.com'];

const domains = publicRows('channels', 'ga4_source_categories.csv')
  .filter(({ source }) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(source ?? ''))
  .map(({ source, source_category }) => ({ domain: source as string, channel: CHANNEL_OF[source_category as string] as string }));

let app: TestApp;
let channels: Map<string, string>;
before(async () => {
  app = await startTestApp({ at: '2026-04-01T00:00:00Z' });
  const visit = { event_type: 'page_view', occurred_at: '2026-03-01T10:00:00Z' };
  await load(
    app,
    domains.map(({ domain }, index) => ({
      ...visit,
      // Not the domain: a visitor's own id is taken out of the addresses that are kept.
      anonymous_id: `visitor-${index}`,
      url: `https://shop.example/${domain}`,
      referrer: `https://${domain}/`,
    })),
  );
  const rows = await ask(app.base, app.profileId, {
    sql: 'select landing_path, channel from touches join origins using (origin_id)',
  });
  channels = new Map(rows.map((row) => [(row['landing_path'] as string).slice(1), row['channel'] as string]));
});
after(() => app?.close());

test('every source lands in a channel, but those where one pays', () => {
  assert.ok(domains.length > 500, `${domains.length} domains`);
  const landed = (domain: string): string => channels.get(domain) ?? 'nowhere';
  const lost = domains.filter(({ domain }) => ['nowhere', 'Unassigned', 'Direct'].includes(landed(domain)));
  assert.deepEqual(
    lost.map(({ domain }) => [domain, landed(domain)]),
    PAYMENT.map((domain) => [domain, 'Direct']),
  );
});

test('most sources land in the channel of their category', (t) => {
  const agreed = domains.filter(({ domain, channel }) => channels.get(domain) === channel).length;
  t.diagnostic(`${agreed} of ${domains.length} agree`);
  assert.ok(agreed / domains.length >= FLOOR, `${agreed} of ${domains.length} agree`);
});
