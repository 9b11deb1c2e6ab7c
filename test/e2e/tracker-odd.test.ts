// The tracker in a real browser, where pages, tabs and visitors do what no plan foresees: words taken back elsewhere, pages of one
// script, pages prepared before they are asked for, calls at the last moment.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { letPass, until } from '../until.ts';
import { closeBrowsers } from './chromium.ts';
import { openSite, type Site } from './tracked-site.ts';

after(closeBrowsers);

type Row = Record<string, unknown>;

/** Each event once, however often it was sent. */
function sent(site: Site, ...types: string[]): Row[] {
  const all = site.posts.flatMap(({ events }) => events.filter(({ event_type }) => types.includes(String(event_type))));
  return [...new Map(all.map((event) => [event['event_id'], event])).values()];
}
const arrives = (site: Site, type: string, count = 1): Promise<unknown> =>
  until(() => sent(site, type).length >= count, `${count} ${type}`);
const pathOf = ({ url }: Row): string => {
  const { pathname, search } = new URL(String(url));
  return pathname + search;
};
const kept = (page: Page): Promise<unknown> =>
  page.evaluate(`[document.cookie.replace(/=[^;]*/g, ''), ...Object.keys(localStorage).sort()].join(' ').trim()`);
const settled = (page: Page): Promise<unknown> =>
  until(async () => !String(await kept(page)).includes('_trb_q'), 'an empty queue');
/** Whatever is still to come has come by then. */
const aMoment = (): Promise<unknown> => letPass(400);

test('a word taken back holds wherever the visitor is', async (t) => {
  await t.test('an opt-out in one tab stops the other', async (t) => {
    const site = await openSite(t);
    const { page, open, context } = await site.visitor(t);
    await open('/');
    await arrives(site, 'page_view');
    const other = await context.newPage();
    await other.goto(`${site.address}/shoes`);
    await arrives(site, 'page_view', 2);
    await other.evaluate('tributary.optOut()');
    await page.evaluate(`tributary.track('told'); history.pushState({}, '', '/cart')`);
    await aMoment();
    assert.deepEqual(sent(site, 'told').length + sent(site, 'page_view').length, 2, 'the two from before');
    assert.equal(await kept(other), '_trb_out _trb_out');
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
    await aMoment();
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
    await aMoment();
    assert.deepEqual(
      sent(site, 'tracking_suppressed').map(({ properties }) => properties),
      [{ count: 1, reason: 'consent' }],
    );
  });
});

test('pages of one script', async (t) => {
  const site = await openSite(t);
  const { page, open } = await site.visitor(t);

  await t.test('depth is that of the page that was left, not of the one that came', async () => {
    await open('/long');
    await page.mouse.wheel(0, 200);
    await letPass(1_200); // a visit of less than a second leaves nothing
    await until(() => page.evaluate('scrollY >= 200'), 'the page has scrolled');
    await page.evaluate(`history.pushState({}, '', '/short'); document.body.innerHTML = 'short'`);
    await arrives(site, 'engagement');
    const [left] = sent(site, 'engagement') as [Row];
    assert.equal(pathOf(left), '/long');
    const depth = (left['properties'] as Row)['scroll_percent'] as number;
    assert.ok(depth > 5 && depth < 50, String(depth));
  });

  await t.test('a router that uses the browser’s own navigation is followed', async () => {
    await open('/');
    await page.evaluate(`navigation.addEventListener('navigate', (change) => change.intercept())`);
    await page.getByRole('link', { name: 'Shoes' }).click();
    await until(
      () => sent(site, 'page_view').some((view) => pathOf(view) === '/shoes'),
      'the view of a link that was taken over',
    );
    await aMoment();
    assert.deepEqual(sent(site, 'page_view').slice(2).map(pathOf), ['/', '/shoes'], 'once');
  });

  await t.test('an address that is tidied up, or takes a filter in, is no other page; a path or a step is', async (t) => {
    for (const browser of ['with the Navigation API', 'without it']) {
      const site = await openSite(t);
      const { page, open, context } = await site.visitor(t);
      if (browser === 'without it') await context.addInitScript('delete window.navigation');
      await open('/?utm_source=x&gclid=y');
      await page.evaluate(`history.replaceState({}, '', '/')`);
      await page.evaluate(`history.replaceState({}, '', '/?colour=red'); tributary.track('filtered')`);
      await arrives(site, 'filtered');
      await page.evaluate(`history.pushState({}, '', '/?step=2'); history.replaceState({}, '', '/?step=2&at=1')`);
      await arrives(site, 'page_view', 2);
      await page.evaluate(`history.replaceState({}, '', '/account')`);
      await arrives(site, 'page_view', 3);
      await aMoment();
      assert.deepEqual(
        sent(site, 'page_view').map((view) => pathOf(view)),
        ['/?utm_source=x&gclid=y', '/?step=2&at=1', '/account'],
        browser,
      );
      assert.equal(pathOf(sent(site, 'filtered')[0] as Row), '/?colour=red', browser);
    }
  });

  await t.test('what a page tells as it comes up is told of it, and after its view', async () => {
    await open('/');
    await page.evaluate(`history.pushState({}, '', '/product?id=1'); tributary.track('product_viewed')`);
    await arrives(site, 'product_viewed');
    const messages = sent(site, 'page_view', 'product_viewed').slice(-2);
    assert.deepEqual(
      messages.map((event) => [event['event_type'], pathOf(event)]),
      [
        ['page_view', '/product?id=1'],
        ['product_viewed', '/product?id=1'],
      ],
    );
  });
});

test('no event is lost to what the page does with another', async (t) => {
  const site = await openSite(t);
  const { page, open, context, errors } = await site.visitor(t);

  await t.test('one that no text can hold takes nothing along, and none is changed afterwards', async () => {
    await open('/');
    await page.evaluate(`const held = { step: 1 }; tributary.track('step', held); held.step = 2; held.itself = held;
      tributary.track('unspeakable', held); tributary.track(1n); tributary.track('after')`);
    await arrives(site, 'after');
    assert.equal(sent(site, 'page_view').length, 1);
    assert.deepEqual(sent(site, 'step')[0]?.['properties'], { step: 1 });
  });

  await t.test('a queue that somebody spoilt is begun anew', async () => {
    for (const [at, spoilt] of ['{"a"', 'null', '[{}]'].entries()) {
      await settled(page);
      await page.evaluate(`localStorage.setItem('_trb_q', ${JSON.stringify(spoilt)})`);
      await open('/shoes');
      await arrives(site, 'page_view', at + 2);
      await settled(page);
    }
  });

  await t.test('what is told at the very last is sent by the next page', async () => {
    await page.evaluate(`document.addEventListener('visibilitychange', () => tributary.track('last_measure'))`);
    await page.close({ runBeforeUnload: true });
    const next = await context.newPage();
    await next.goto(`${site.address}/cart`);
    await arrives(site, 'last_measure');
  });

  assert.deepEqual(errors, []);
});

test('a page that is prepared before anybody asks for it tells once it is seen', async (t) => {
  const site = await openSite(t);
  const { page, open, context, errors } = await site.visitor(t);
  await context.addInitScript(
    `window.__ahead = true; Object.defineProperty(Document.prototype, 'prerendering', { get: () => window.__ahead })`,
  );
  await open('/');
  await page.evaluate(`tributary.track('early', { at: 1 })`);
  await aMoment();
  assert.deepEqual([site.posts, await kept(page)], [[], '']);
  await page.evaluate(`window.__ahead = false; document.dispatchEvent(new Event('prerenderingchange'))`);
  await arrives(site, 'early');
  assert.deepEqual(
    sent(site, 'page_view', 'early').map(({ event_type, properties }) => [event_type, properties]),
    [
      ['page_view', undefined],
      ['early', { at: 1 }],
    ],
  );
  assert.deepEqual(errors, []);
});

test('a link token that was put twice is taken out twice', async (t) => {
  const site = await openSite(t);
  const { page, open } = await site.visitor(t);
  await open('/?svc_t=one&svc_t=two&a=1');
  assert.equal(page.url(), `${site.address}/?a=1`);
  await open('/?a=1&svc_t=one&svc_t=two#part');
  assert.equal(page.url(), `${site.address}/?a=1#part`);
});

test('a link out is found around and within a component', async (t) => {
  const site = await openSite(t);
  const { page, open } = await site.visitor(t);
  await open('/');
  await page.evaluate(`addEventListener('click', (click) => click.preventDefault());
    for (const [outer, inner] of [['<a href="https://one.example/"><i></i></a>', '<b></b>'], ['<i></i>', '<a href="https://two.example/"><b></b></a>']]) {
      const place = document.createElement('div');
      place.innerHTML = outer;
      document.body.append(place);
      const host = document.createElement('span');
      place.querySelector('i').append(host);
      host.attachShadow({ mode: 'open' }).innerHTML = inner;
      host.shadowRoot.querySelector('b').click();
    }`);
  await arrives(site, 'outbound_click', 2);
  assert.deepEqual(
    sent(site, 'outbound_click').map(({ properties }) => (properties as Row)['link_url']),
    ['https://one.example/', 'https://two.example/'],
  );
});
