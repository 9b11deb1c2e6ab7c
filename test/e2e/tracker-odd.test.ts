// The tracker in a real browser, where tabs and visitors do what no plan foresees: words taken back elsewhere or said for nothing.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { closeBrowsers } from './chromium.ts';
import { openSite, type Site, until } from './tracked-site.ts';

after(closeBrowsers);

type Row = Record<string, unknown>;

/** Each event once, however often it was sent. */
function sent(site: Site, ...types: string[]): Row[] {
  const all = site.posts.flatMap(({ events }) => events.filter(({ event_type }) => types.includes(String(event_type))));
  return [...new Map(all.map((event) => [event['event_id'], event])).values()];
}
const arrives = (site: Site, type: string, count = 1): Promise<void> =>
  until(() => sent(site, type).length >= count, `${count} ${type}`);
const kept = (page: Page): Promise<unknown> =>
  page.evaluate(`[document.cookie.replace(/=[^;]*/g, ''), ...Object.keys(localStorage).sort()].join(' ').trim()`);
const settled = (page: Page): Promise<void> => until(async () => !String(await kept(page)).includes('_trb_q'), 'an empty queue');
/** Whatever is still to come has come by then. */
const aMoment = (page: Page): Promise<void> => page.waitForTimeout(400);

test('a word taken back holds wherever the visitor is', async (t) => {
  await t.test('an opt-out in one tab stops the other', async (t) => {
    const site = await openSite(t);
    const { page, open, context } = await site.visitor(t);
    await open('/');
    const other = await context.newPage();
    await other.goto(`${site.address}/shoes`);
    await arrives(site, 'page_view', 2);
    await other.evaluate('tributary.optOut()');
    await page.evaluate(`tributary.track('told'); history.pushState({}, '', '/cart')`);
    await aMoment(page);
    assert.deepEqual(sent(site, 'told').length + sent(site, 'page_view').length, 2, 'the two from before');
    assert.equal(await kept(other), '_trb_out');
  });

  await t.test('so does a consent that is taken back, and one given again is a new browser', async (t) => {
    const site = await openSite(t, { consent_mode: 'required' });
    const { page, open, context } = await site.visitor(t);
    await open('/');
    await page.evaluate(`tributary.consent('granted')`);
    await arrives(site, 'page_view');
    await settled(page);
    const other = await context.newPage();
    await other.goto(`${site.address}/shoes`);
    await arrives(site, 'page_view', 2);
    await other.evaluate(`tributary.consent('denied')`);
    await page.evaluate(`tributary.track('told')`);
    await aMoment(page);
    assert.equal(sent(site, 'told').length, 0);
    assert.equal(await kept(page), '');
    await page.evaluate(`tributary.consent('granted'); tributary.track('again')`);
    await arrives(site, 'again');
    const ids = new Set(site.posts.flatMap(({ anonymous_id }) => anonymous_id ?? []));
    assert.equal(ids.size, 2);
  });

  await t.test('a refusal takes the cookie of a storefront’s pixel away, too', async (t) => {
    const site = await openSite(t, { consent_mode: 'required' });
    const { page, open } = await site.visitor(t);
    await open('/');
    await page.evaluate(`document.cookie = '_trb=from-the-pixel; path=/; max-age=1000'`);
    await open('/shoes');
    await arrives(site, 'page_view');
    await page.evaluate(`tributary.consent('denied')`);
    assert.equal(await kept(page), '');
  });

  await t.test('not opting out changes nothing', async (t) => {
    const site = await openSite(t, { consent_mode: 'required', gpc_mode: 'refuse' });
    const { page, open } = await site.visitor(t);
    await open('/');
    await page.evaluate(`tributary.consent('granted'); tributary.optOut(false); tributary.track('told')`);
    await arrives(site, 'told');

    const private_ = await site.visitor(t);
    await private_.context.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`,
    );
    await private_.open('/shoes');
    await private_.page.evaluate(`tributary.optOut(false); tributary.track('hidden')`);
    await private_.open('/cart');
    await arrives(site, 'tracking_suppressed');
    assert.equal(sent(site, 'hidden').length, 0);
    assert.equal(await kept(private_.page), '');
  });

  await t.test('what was suppressed is counted once by browsers that only know beacons', async (t) => {
    const site = await openSite(t, { consent_mode: 'required' });
    const { page, open, context } = await site.visitor(t);
    await context.addInitScript('delete Request.prototype.keepalive');
    await open('/');
    await page.evaluate(`tributary.consent('denied')`);
    await open('/shoes');
    await arrives(site, 'tracking_suppressed');
    await aMoment(page);
    assert.deepEqual(
      sent(site, 'tracking_suppressed').map(({ properties }) => properties),
      [{ count: 1, reason: 'consent' }],
    );
  });
});
