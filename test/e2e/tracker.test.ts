// The tracker in a real browser, on a site of its own: a visitor's path as the journey shows it, and what must not happen whatever
// the page, the network or the visitor does.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { ask } from '../../src/credit/pipeline/index.ts';
import { letPass, until } from '../until.ts';
import { closeBrowsers } from './chromium.ts';
import { OTHER_HOST, openSite, type Site, type Visitor } from './tracked-site.ts';

after(closeBrowsers);

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type Row = Record<string, unknown>;

/** What has landed, in order. */
async function landed({ app }: Site, columns = 'event_type, path'): Promise<Row[]> {
  await app.settle();
  return ask(app.base, app.profileId, { sql: `select ${columns} from events order by seq` });
}

const sent = (site: Site, type: string): Row[] =>
  site.posts.flatMap(({ events }) => events.filter(({ event_type }) => event_type === type));
/** Events that were sent twice are one. */
const countOf = (site: Site, type: string): number => new Set(sent(site, type).map(({ event_id }) => event_id)).size;
const arrives = (site: Site, type: string, count = 1): Promise<unknown> =>
  until(() => countOf(site, type) >= count, `${count} ${type}`);

/** What the device keeps: cookies, then the names in local storage. */
const kept = (page: Page): Promise<unknown> =>
  page.evaluate(`[document.cookie.replace(/=[^;]*/g, ''), ...Object.keys(localStorage).sort()].join(' ').trim()`);
/** Cookie and local storage, where the day of the cookie stands too. */
const ID = '_trb _trb _trb_d';
const OUT = '_trb_out _trb_out';

/** A page that is closed as people close them: `close` alone would end it without a word. */
const closeTab = (page: Page): Promise<void> => page.close({ runBeforeUnload: true });

test('a visitor’s path, from the ad to the payment', async (t) => {
  const site = await openSite(t);
  const { app } = site;
  const { page, open, follow, errors, context } = await site.visitor(t);
  await context.addCookies([
    { name: '_fbp', value: 'fb.1.1774000000000.42', url: site.address },
    { name: '_fbc', value: 'fb.1.1774000000000.IwAR-old', url: site.address },
  ]);

  await open('/?utm_source=google&utm_medium=cpc&svc_t=secret&utm_campaign=Spring%20Sale&gclid=Cj0K-aB_9#top');
  const query = '?utm_source=google&utm_medium=cpc&utm_campaign=Spring%20Sale&gclid=Cj0K-aB_9';
  assert.equal(page.url(), `${site.address}/${query}#top`, 'the token left the address bar, and nothing else did');
  for (const [at, name] of ['Shoes', 'Cart', 'Contact'].entries()) {
    await arrives(site, 'page_view', at + 1);
    app.clock.advance(MINUTE_MS);
    await follow(name);
  }
  await arrives(site, 'page_view', 4);
  app.clock.advance(MINUTE_MS);
  await page.getByRole('textbox').fill('ada@example.org');
  await page.getByRole('button').click();
  await arrives(site, 'lead_created');

  app.clock.advance(DAY_MS);
  await context.clock.install({ time: Date.now() + DAY_MS });
  await open('/shoes');
  await arrives(site, 'page_view', 5);

  // A second device: a visit of nobody's, then one by a link that was sent to the customer.
  // The shop's own list names the customer by the e-mail: what a browser typed is a claim until then.
  const listed = [{ email: 'ada@example.org', external_id: 'cust-1' }];
  assert.equal((await app.api(app.apiKey).post('/customers', { rows: listed })).status, 200);
  await app.settle();
  const minted = await app.api(app.apiKey).post('/customers/link-tokens', { customers: [{ email: 'ada@example.org' }] });
  const [{ token }] = minted.body.data.results;
  app.clock.advance(DAY_MS);
  const phone = await site.visitor(t);
  await phone.open('/cart');
  await arrives(site, 'page_view', 6);
  app.clock.advance(MINUTE_MS);
  await phone.open(`/contact?svc_t=${token}`);
  assert.equal(phone.page.url(), `${site.address}/contact`);
  await arrives(site, 'page_view', 7);

  app.clock.advance(MINUTE_MS);
  const paid = await app.api(app.apiKey).post('/events', {
    event_type: 'payment_received',
    idempotency_key: 'order-1',
    value: { amount: '99.90', currency: 'USD' },
    user_traits: { external_id: 'cust-1' },
  });
  assert.equal(paid.status, 201);
  await app.settle();

  await t.test('is one customer’s journey', async () => {
    const found = await app.api(app.apiKey).get('/customers/search', { q: 'ada@example.org' });
    assert.equal(found.body.data.length, 1);
    const journey = await app.api(app.apiKey).get(`/customers/${found.body.data[0].customer_profile_id}/journey`);
    const steps = journey.body.data.events.filter(({ event_type }: Row) => event_type !== 'engagement');
    const shown = steps.map((step: Row) => [step['event_type'], step['path'], step['channel'], step['campaign']]);
    const visit = ['Paid Search', 'Spring Sale'];
    assert.deepEqual(shown.slice(0, 4), [
      ['page_view', '/', ...visit],
      ['page_view', '/shoes', ...visit],
      ['page_view', '/cart', ...visit],
      ['page_view', '/contact', ...visit],
    ]);
    assert.deepEqual(shown.slice(4, 6).sort(), [
      ['identify', '/contact', ...visit],
      ['lead_created', '/contact', ...visit],
    ]);
    assert.deepEqual(shown.slice(6), [
      ['page_view', '/shoes', 'Direct', null],
      ['page_view', '/cart', 'Direct', null],
      ['page_view', '/contact', 'Direct', null],
      ['payment_received', null, null, null],
    ]);
    assert.deepEqual(
      [steps[0].browser, steps[0].os, steps[0].device, steps.at(-1).value_amount],
      ['Chrome', 'Linux', 'desktop', 99.9],
    );
  });

  await t.test('is credited to the ad', async () => {
    const { body } = await app.api(app.apiKey).get('/customers', {
      goal: 'payment_received',
      date_from: '2026-03-30',
      date_to: '2026-04-02',
    });
    assert.ok(body.data, JSON.stringify(body));
    const [row] = body.data.filter(({ revenue }: Row) => Number(revenue) > 0);
    assert.deepEqual([row.touch_channels, row.revenue], [['Paid Search', 'Direct'], 99.9]);
  });

  await t.test('kept everything verbatim, sent the token with one event, and no id of an ad platform', () => {
    const views = sent(site, 'page_view');
    assert.equal(views[0]?.['url'], `${site.address}/${query}#top`);
    const withToken = site.posts.flatMap(({ events }) => events.filter((each) => 'svc_t' in each));
    const message = new Map(withToken.map((each) => [each['event_id'], `${each['event_type']} ${each['svc_t']}`]));
    assert.deepEqual([...message.values()], ['page_view secret', `page_view ${token}`]);
    assert.ok(
      views.every((view) => !('properties' in view)),
      'nobody has said a word about ads',
    );
    assert.ok(
      views.every((view) => !('click_ids' in view)),
      'a cookie of an earlier click is no click',
    );
  });

  await until(async () => (await kept(page)) === `_fbp; _fbc; ${ID}`, 'an empty queue');
  assert.deepEqual([...errors, ...phone.errors], []);
});

test('what a visitor does on a page', async (t) => {
  const site = await openSite(t, { hash_routes: true, extra_origins: ['elsewhere.example'] });
  const { page, open, errors, context } = await site.visitor(t);
  await context.clock.install();

  await t.test('pages of one script are page views, with where they came from', async () => {
    await open('/?a=1');
    await page.evaluate(`history.pushState({}, '', '/one'); document.title = 'One'`);
    await arrives(site, 'page_view', 2);
    await page.evaluate(`history.replaceState({}, '', '/one')`);
    await page.evaluate(`location.hash = 'part'`);
    await arrives(site, 'page_view', 3);
    await page.goBack();
    await arrives(site, 'page_view', 4);
    const views = sent(site, 'page_view').map(({ url, referrer, page_title }) => [url, referrer, page_title]);
    const at = (path: string): string => site.address + path;
    assert.deepEqual(views, [
      [at('/?a=1'), '', '/'],
      [at('/one'), at('/?a=1'), 'One'],
      [at('/one#part'), at('/one'), 'One'],
      [at('/one'), at('/one#part'), 'One'],
    ]);
  });

  await t.test('seconds count while something is done, and depth is how far down was seen', async () => {
    // The page's clock goes on by itself as well: a slow machine adds its own seconds.
    const nowInPage = async (): Promise<number> => Number(await page.evaluate('Date.now()'));
    const began = await nowInPage();
    await open('/long');
    await page.mouse.wheel(0, 2000);
    await until(() => page.evaluate('scrollY > 0'), 'the page has scrolled');
    await context.clock.runFor(10_000);
    await page.mouse.move(50, 50);
    const most = (await nowInPage()) - began + 15_000;
    await context.clock.runFor(10 * MINUTE_MS); // away from the desk
    await open('/');
    const ofLong = () => sent(site, 'engagement').filter(({ url }) => String(url).endsWith('/long'));
    await until(() => ofLong().length > 0, 'the engagement of the page has arrived');
    const [left] = ofLong();
    const seconds = Number(left?.['engaged_seconds']);
    assert.ok(seconds >= 25 && seconds * 1_000 <= most + 100, JSON.stringify(left));
    const depth = (left?.['properties'] as Row | undefined)?.['scroll_percent'] as number;
    assert.ok(depth > 30 && depth < 80, String(depth));
  });

  await t.test('links out and to files are told, without their query; links within are not', async () => {
    await open('/links');
    await page.evaluate(`addEventListener('click', (click) => click.preventDefault())`);
    await page.click('#file');
    await page.click('#in');
    await page.click('#out'); // a host of the profile's own
    await page.evaluate(`document.querySelector('#out').href = 'https://other.example/page?q=1'`);
    await page.click('#out');
    await arrives(site, 'outbound_click');
    await arrives(site, 'file_download');
    const found = [...sent(site, 'outbound_click'), ...sent(site, 'file_download')].map(({ properties }) => properties);
    assert.deepEqual(found, [{ link_url: 'https://other.example/page' }, { link_url: `${site.address}/list.pdf` }]);
  });

  await t.test('so are forms whose target is another site', async () => {
    const before = countOf(site, 'outbound_click');
    await open('/forms');
    await page.evaluate(`addEventListener('submit', (submit) => submit.preventDefault())`);
    await page.click('#search'); // a page of this site
    await page.click('#pay');
    await arrives(site, 'outbound_click', before + 1);
    const found = sent(site, 'outbound_click').slice(before);
    const addresses = found.map(({ properties }) => (properties as Row)['link_url']);
    assert.deepEqual(addresses, ['https://pay.example/start']);
    assert.deepEqual(
      (await landed(site, 'left_domain')).flatMap((row) => row['left_domain'] ?? []),
      ['other.example', 'pay.example'],
    );
  });

  await t.test('calls made before the script was there are not lost', async () => {
    const { tag } = site;
    site.tag = `<script src="/early.js"></script>${tag}`;
    await open('/');
    site.tag = tag;
    await arrives(site, 'early_bird');
    assert.deepEqual(sent(site, 'early_bird')[0]?.['properties'], { colour: 'red' });
  });

  assert.deepEqual(errors, []);
});

test('a device is marked by an address, and stays so until another takes the mark off', async (t) => {
  const site = await openSite(t);
  const { open } = await site.visitor(t);
  for (const [at, path] of ['/', '/shoes?svc_internal=1', '/cart', '/?svc_internal=0', '/shoes'].entries()) {
    await open(path);
    await arrives(site, 'page_view', at + 1);
  }
  const marks = new Map(sent(site, 'page_view').map(({ event_id, svc_internal }) => [event_id, svc_internal]));
  assert.deepEqual([...marks.values()], [undefined, '1', '1', '0', '0']);
  const views = (await landed(site, 'event_type, is_excluded')).filter(({ event_type }) => event_type === 'page_view');
  assert.deepEqual(
    views.map(({ is_excluded }) => is_excluded),
    [false, true, true, false, false],
  );
});

test('whatever the page does', async (t) => {
  const site = await openSite(t);
  const { page, open, errors } = await site.visitor(t);

  await t.test('a page full of errors is counted, and gets none of ours', async () => {
    await open('/broken');
    await page.evaluate(`tributary.track('late', {}); tributary.track(); tributary('nothing'); tributary.identify(null)`);
    await arrives(site, 'late');
    assert.deepEqual(errors, ['the page’s own']);
  });

  await t.test('there is one name on the page, and a second copy does nothing', async () => {
    const names = `Object.keys(window).filter((name) => !window.__before.includes(name)).join()`;
    site.tag = `<script src="/before.js"></script>${site.tag}${site.tag}`;
    const views = countOf(site, 'page_view');
    await open('/');
    assert.equal(await page.evaluate(names), 'tributary');
    await arrives(site, 'page_view', views + 1);
    await letPass(300);
    assert.equal(countOf(site, 'page_view'), views + 1);
  });

  await t.test('a page that may keep nothing still counts', async () => {
    site.tag = `<script src="/shut.js"></script>${site.tag}`;
    const views = countOf(site, 'page_view');
    await open('/shoes');
    await arrives(site, 'page_view', views + 1);
  });

  await t.test('without being able to reach anything, the page hears nothing of it', async () => {
    site.isDown = true;
    await open('/cart');
    await letPass(300);
    assert.equal(errors.length, 1);
  });
});

test('an outage of a minute, and a tab that is closed in it', async (t) => {
  const site = await openSite(t);
  const { page, open, context } = await site.visitor(t);
  await context.clock.install();
  await open('/');
  await arrives(site, 'page_view');
  site.isDown = true;
  await page.evaluate(`tributary.track('in_outage', { at: 1 })`);
  await context.clock.runFor(20_000);
  site.isDown = 503;
  await page.evaluate(`tributary.track('in_outage', { at: 2 })`);
  await context.clock.runFor(20_000);
  // The budget of its address is used up.
  site.isDown = 429;
  await context.clock.runFor(20_000);
  assert.equal(countOf(site, 'in_outage'), 0);
  site.isDown = false;

  await t.test('the page tries again by itself', async () => {
    await context.clock.runFor(MINUTE_MS);
    await arrives(site, 'in_outage', 2);
  });

  await t.test('what a closed tab could not send, the next page sends', async () => {
    site.isDown = true;
    await page.evaluate(`tributary.track('last_words')`);
    await page.mouse.move(20, 20);
    await context.clock.runFor(5000);
    await closeTab(page);
    await letPass(500);
    assert.equal(countOf(site, 'last_words'), 0);
    site.isDown = false;
    const next = await context.newPage();
    await next.goto(`${site.address}/shoes`);
    await arrives(site, 'last_words');
    await arrives(site, 'page_view', 2);
  });

  await t.test('nothing counts twice, however often it was sent', async () => {
    const rows = await landed(site);
    for (const [type, count] of [
      ['page_view', 2],
      ['in_outage', 2],
      ['last_words', 1],
    ] as const)
      assert.equal(rows.filter(({ event_type }) => event_type === type).length, count, type);
  });
});

test('a visitor’s word', async (t) => {
  await t.test('before it nothing is kept or sent; refused, only a count goes out', async (t) => {
    const site = await openSite(t, { consent_mode: 'required' });
    const { page, open, follow } = await site.visitor(t);
    await open('/?gclid=Cj0K&svc_t=secret');
    await letPass(300);
    assert.equal(new URL(page.url()).search, '?gclid=Cj0K', 'the token leaves the address bar all the same');
    await page.evaluate(`tributary.consent('denied')`);
    await page.evaluate(`tributary.track('hidden', { a: 1 })`);
    await follow('Shoes');
    await arrives(site, 'tracking_suppressed');
    assert.equal(await kept(page), '');
    const { clock: _, ...post } = site.posts[0] as Row & { clock?: unknown };
    assert.deepEqual(Object.keys(post).sort(), ['events', 'sent_at', 'tracking_key']);
    const all = site.posts.flatMap(({ events }) => events);
    assert.deepEqual([...new Set(all.flatMap((event) => Object.keys(event)))].sort(), [
      'client_time',
      'event_id',
      'event_type',
      'properties',
    ]);
    const suppressed = z.object({ count: z.int(), reason: z.string() }).strict().parse(all[0]?.['properties']);
    assert.equal(suppressed.reason, 'consent');
    // The page and the event; on a slow machine also what the page would have sent of its use by then.
    assert.ok(suppressed.count >= 2, `${suppressed.count}`);
    const rows = await landed(site, 'event_type, visitor_key, url');
    assert.deepEqual(rows[0], { event_type: 'tracking_suppressed', visitor_key: null, url: null });
  });

  await t.test('given, the page it was given on counts from its first moment', async (t) => {
    const site = await openSite(t, { consent_mode: 'required' });
    const { page, open, follow, context } = await site.visitor(t);
    const clicked = 'fb.1.1774000000000.IwAR-old.AQQCAQMC';
    const cookies = { _fbp: 'fb.1.1774000000000.42', _fbc: clicked, _ttp: 'ttp-1', _scid: 'scid-1' };
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: site.address })));
    await open('/?fbclid=IwAR-old&gclid=Cj0K');
    await page.evaluate(`tributary.consent('granted', { ad_user_data: 'granted' })`);
    await arrives(site, 'page_view');
    await arrives(site, 'consent');
    const { _fbp: fbp, _fbc: fbc, _ttp: ttp, _scid: scid } = cookies;
    assert.deepEqual(sent(site, 'consent')[0]?.['properties'], { fbp, fbc, ttp, scid, ad_user_data: 'granted' });
    const said = (await landed(site, 'event_type, properties')).find(({ event_type }) => event_type === 'consent');
    assert.deepEqual(JSON.parse(String(said?.['properties'])), { ad_user_data: 'granted' }, 'the ids are in no fact');
    assert.match(String(sent(site, 'page_view')[0]?.['url']), /gclid=Cj0K$/);
    assert.deepEqual(sent(site, 'page_view')[0]?.['click_ids'], { fbc: clicked }, 'the click of the address');
    await follow('Shoes');
    await arrives(site, 'page_view', 2);
    const ours = ['_fbp', '_fbc', '_ttp', '_scid', ID].join('; ');
    await until(async () => (await kept(page)) === ours, 'the id is kept: who agreed is not asked again');
    await page.evaluate(`tributary.consent('denied')`);
    assert.equal(await kept(page), '_fbp; _fbc; _ttp; _scid', 'taken back, all of ours goes');
  });

  await t.test('who opts out stays out, and that is all that is kept', async (t) => {
    const site = await openSite(t);
    const { page, open } = await site.visitor(t);
    await open('/');
    await arrives(site, 'page_view');
    await page.evaluate(`tributary.optOut()`);
    await open('/shoes');
    await page.evaluate(`tributary.consent('granted')`);
    await open('/cart');
    await arrives(site, 'tracking_suppressed');
    assert.equal(countOf(site, 'page_view'), 1);
    assert.equal(await kept(page), OUT);
    await page.evaluate(`tributary.optOut(false)`);
    assert.equal(await kept(page), '');
    await open('/contact');
    await arrives(site, 'page_view', 2);
  });

  await t.test('an opt-out holds on the site’s other hosts, and is taken back on one of them', async (t) => {
    const site = await openSite(t);
    const other = site.address.replace('//', '//www.');
    const { page, open } = await site.visitor(t);
    await open('/');
    await arrives(site, 'page_view');
    await page.evaluate(`tributary.optOut()`);
    await page.goto(`${other}/shoes`);
    await page.evaluate(`tributary.track('told')`);
    await page.goto(`${other}/cart`);
    await arrives(site, 'tracking_suppressed');
    assert.equal(countOf(site, 'page_view') + countOf(site, 'told'), 1);
    assert.equal(await kept(page), OUT);
    await page.evaluate(`tributary.optOut(false)`);
    assert.equal(await kept(page), '');
    await page.goto(`${other}/contact`);
    await arrives(site, 'page_view', 2);
  });

  await t.test('Global Privacy Control refuses where the profile says so', async (t) => {
    for (const [gpc_mode, views] of [
      ['record', 1],
      ['refuse', 0],
    ] as const) {
      const site = await openSite(t, { gpc_mode });
      const { open, context } = await site.visitor(t);
      await context.addInitScript(`Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`);
      await context.addCookies([{ name: '_fbp', value: 'fb.1.1774000000000.42', url: site.address }]);
      await open('/');
      await open('/shoes');
      await arrives(site, views ? 'page_view' : 'tracking_suppressed');
      assert.equal(countOf(site, 'page_view') > 0, views === 1, gpc_mode);
      assert.ok(
        sent(site, 'page_view').every((view) => !('properties' in view)),
        'no id of an ad platform',
      );
    }
  });
});

test('every visit renews the id’s cookie, by the site’s own path in the service’s answer, elsewhere once a day', async (t) => {
  const DAYS_395_SECONDS = 395 * 86_400;
  const site = await openSite(t);
  for (const [path, isRenewedByService] of [
    ['/m/', true],
    [`${site.app.baseUrl}/t/`, false],
  ] as const) {
    site.tag = site.tag.replace(/src="[^"]*\//, `src="${path}`);
    const { page, open, context } = await site.visitor(t);
    const began = Date.now() / 1000;
    const isLong = (expires = 0): boolean => expires >= began + DAYS_395_SECONDS - 60;
    const idCookie = async () => (await context.cookies(site.address)).find(({ name }) => name === '_trb');
    await open('/');
    await until(async () => (await kept(page)) === ID, 'an id, and all sent');
    const first = await idCookie();
    assert.ok(first && isLong(first.expires), `${first?.expires}`);

    // A day before its end, on another day.
    await context.addCookies([{ ...first, expires: Date.now() / 1000 + 86_400 }]);
    await page.evaluate(`localStorage.setItem('_trb_d', '20000')`);
    await context.addInitScript(`window.__written = [];
      const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
      Object.defineProperty(Document.prototype, 'cookie', { get, set(text) { window.__written.push(text); set.call(this, text); } });`);
    const answered = page.waitForResponse(/\.js$/);
    await open('/shoes');
    const header = await (await answered).headerValue('set-cookie');
    await until(async () => isLong((await idCookie())?.expires), 'a cookie that lives on');
    assert.equal((await idCookie())?.value, first.value, 'the same id');
    await until(async () => (await kept(page)) === ID, 'all sent');
    const written = (await page.evaluate('window.__written')) as string[];
    if (isRenewedByService) {
      assert.equal(header, `_trb=${first.value}; Path=/; Max-Age=${DAYS_395_SECONDS}; SameSite=Lax; Domain=shop.example`);
      assert.deepEqual(written, [], 'a cookie that a script sets lives for a week in Safari');
    } else {
      assert.equal(header, null);
      assert.ok(written.some((text) => text.startsWith(`_trb=${first.value};`)));
    }
    await open('/cart');
    await until(async () => (await kept(page)) === ID, 'all sent');
    assert.deepEqual(await page.evaluate('window.__written'), [], 'the same day: nothing to write');
  }
});

test('an ad blocker that knows the service’s path does not know the site’s own', async (t) => {
  const site = await openSite(t);
  const { page, open, context } = await site.visitor(t);
  const own = site.tag;
  await context.route(/^http:\/\/127\.0\.0\.1:\d+\/t\//, (route) => route.abort());
  site.tag = own.replace('/m/', `${site.app.baseUrl}/t/`);
  await open('/');
  assert.equal(await page.evaluate('typeof tributary'), 'undefined');
  site.tag = own;
  await open('/shoes');
  await until(async () => (await landed(site)).length > 0, 'a page view');
  assert.deepEqual(await landed(site), [{ event_type: 'page_view', path: '/shoes' }]);
});

test('the service’s own address takes events of another site', async (t) => {
  const site = await openSite(t, { origin_policy: 'own_domains' });
  const { open, page } = await site.visitor(t);
  site.tag = site.tag.replace('/m/', `${site.app.baseUrl}/t/`);
  await open('/');
  await until(async () => (await landed(site)).length > 0, 'a page view');
  await until(async () => (await kept(page)) === ID, 'an empty queue');

  const { pinned } = (await site.app.api(site.app.apiKey).get('/tracking/snippet')).body.data;
  site.tag = pinned.html;
  await open('/cart');
  await until(async () => (await landed(site)).some(({ path }) => path === '/cart'), 'a page view by the pinned script');
});

test('a link between own domains carries the visitor, and before consent nothing', async (t) => {
  const site = await openSite(t, { extra_origins: [OTHER_HOST] });
  const other = `http://${OTHER_HOST}:${new URL(site.address).port}/shoes?size=4#top`;
  /** Follows a link to the other domain; the addresses and bodies of all requests on the way. */
  const follow = async ({ page, open }: Visitor, approached: () => Promise<unknown>): Promise<string[]> => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
    await open('/links');
    await approached();
    await page.evaluate(`document.querySelector('#out').href = ${JSON.stringify(other)}`);
    const answered = new Promise<unknown>((done) => {
      page.on('requestfinished', (request) => request.postData()?.includes('link_to') && done(undefined));
    });
    await page.hover('#out');
    if (requests.some((request) => request.includes('link_to'))) await answered;
    await page.evaluate('1');
    await page.click('#out');
    await page.waitForURL(other);
    return requests;
  };

  const shopper = await site.visitor(t);
  const requests = await follow(shopper, () => until(async () => (await kept(shopper.page)) === ID, 'an id'));
  assert.equal(requests.filter((request) => request.includes('link_to')).length, 1);
  assert.equal(requests.filter((request) => /shoes\?size=4&svc_t=b-[\w-]+ /.test(request)).length, 1);
  await until(async () => (await landed(site)).some(({ path }) => path === '/shoes'), 'a page view on the other domain');
  const views = (await landed(site, 'event_type, host, visitor_key, url, flags')).filter(
    ({ event_type }) => event_type === 'page_view',
  );
  assert.deepEqual(
    views.map(({ host, url, flags }) => [host, String(url).replace(/:\d+/, ''), flags]),
    [
      ['shop.example', 'http://shop.example/links', null],
      [OTHER_HOST, `http://${OTHER_HOST}/shoes?size=4#top`, null],
    ],
  );
  assert.equal(new Set(views.map(({ visitor_key }) => visitor_key)).size, 1, 'one visitor');

  const settings = { consent_mode: 'required' };
  assert.equal((await site.app.api(site.app.apiKey).patch('/tracking/settings', settings)).status, 200);
  const undecided = await follow(await site.visitor(t), async () => undefined);
  assert.ok(undecided.every((request) => !/svc_t|link_to/.test(request)));
});
