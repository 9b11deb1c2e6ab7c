// What puts the tracker on a site, ready to be copied: each text is taken as a customer would take it, and tried.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { openDoor, refused } from '../../account/door.ts';
import { startTestApp } from '../../harness.ts';

const INSTALLERS = ['/tracking/snippet', '/tracking/origin', '/tracking/installers/gtm', '/tracking/installers/shopify-pixel'];

test('what puts the tracker on a site is for those who reach the profile, once it has a key', async (t) => {
  const { call, ann, zoe, memberToken } = await openDoor(t);
  const viewer = memberToken('vic@north.example', 'viewer');
  const query = `?profile_id=${ann.profile_id}`;
  for (const path of INSTALLERS) {
    assert.equal((await call('get', path + query, viewer)).status, 200);
    assert.equal((await call('get', path, ann.api_key)).status, 200);
    assert.equal(refused(await call('get', path + query, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('get', path + query)), '401 unauthorized');
  }
  const [{ id }] = (await call('get', `/tracking/keys${query}`, ann.session_token)).body.data;
  await call('delete', `/tracking/keys/${id}${query}`, ann.session_token);
  for (const path of INSTALLERS) assert.equal(refused(await call('get', path, ann.api_key)), '409 invalid_state');
});

test('getTrackingSnippet', async (t) => {
  const app = await startTestApp({ installation: { domain: 'shop.example' } });
  t.after(() => app.close());
  const snippet = async (query = {}) => (await app.api(app.apiKey).get('/tracking/snippet', query)).body;

  await t.test('names the script that is served', async () => {
    const { data } = await snippet();
    assert.equal(data.html, `<script async src="${data.script_url}"></script>`);
    assert.equal(data.script_url, `${app.baseUrl}/t/${app.trackingKey}.js`);
    assert.equal((await fetch(data.script_url)).status, 200);
  });

  await t.test('pins a text by its digest, with the settings of now in the tag', async () => {
    await app.api(app.apiKey).patch('/tracking/settings', { consent_mode: 'required', extra_origins: ['pay.example'] });
    const { pinned } = (await snippet()).data;
    const response = await fetch(pinned.script_url, { headers: { origin: 'https://shop.example' } });
    const text = await response.text();
    assert.equal(pinned.integrity, `sha384-${createHash('sha384').update(text).digest('base64')}`);
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.ok(pinned.html.includes(`integrity="${pinned.integrity}" crossorigin="anonymous"`));
    const settings = /data-settings="([^"]*)"/.exec(pinned.html)?.[1]?.replaceAll('&quot;', '"') ?? '';
    assert.deepEqual(JSON.parse(settings), {
      key: app.trackingKey,
      days: 395,
      consent: true,
      own: ['shop.example', 'pay.example'],
    });
  });

  await t.test('what was pinned is served by every later version', async () => {
    const old = 'a tracker of long ago';
    const add = app.base.state.db.prepare('insert into tracker_releases values (?, ?, ?)');
    add.run('00000000000000000001', old, 1);
    const response = await fetch(`${app.baseUrl}/t/tracker-00000000000000000001.js`);
    assert.deepEqual([response.status, await response.text()], [200, old]);
    const { pinned } = (await snippet()).data;
    const kept = app.base.state.db.prepare('select script from tracker_releases where ? like ?||release||?').pluck();
    assert.equal(kept.get(pinned.script_url, '%-', '.js'), await (await fetch(pinned.script_url)).text());
  });

  await t.test(
    'bundles the pixel, which waits where visitors have to agree, and stays away from Global Privacy Control',
    async () => {
      const both = { pixel: 'meta', pixel_id: '1234567890' };
      const { data } = await snippet(both);
      const loadedBy = (html: string, globalPrivacyControl: boolean) => {
        const code = /<script>(.*)<\/script>$/s.exec(html)?.[1] ?? '';
        const loaded: string[] = [];
        const page: Record<string, unknown> = { navigator: { globalPrivacyControl } };
        const document = { createElement: () => ({}), head: { appendChild: ({ src }: { src: string }) => loaded.push(src) } };
        page['window'] = page;
        runInNewContext(code, Object.assign(page, { document }));
        return { loaded, queue: (page['fbq'] as { queue: ArrayLike<unknown>[] }).queue };
      };
      for (const html of [data.html, data.pinned.html]) {
        assert.match(html, /^<script async src=/);
        assert.deepEqual(loadedBy(html, true).loaded, []);
        const { loaded, queue } = loadedBy(html, false);
        assert.deepEqual(
          Array.from(queue, (call) => Array.from(call)),
          [
            ['consent', 'revoke'],
            ['init', '1234567890'],
            ['track', 'PageView'],
          ],
        );
        assert.deepEqual(loaded, ['https://connect.facebook.net/en_US/fbevents.js']);
      }
      await app.api(app.apiKey).patch('/tracking/settings', { consent_mode: 'not_required' });
      assert.doesNotMatch((await snippet(both)).data.html, /consent/);
    },
  );

  await t.test('refuses half a pixel, what is no id, and any pixel where health is concerned', async () => {
    for (const query of [
      { pixel: 'meta' },
      { pixel_id: '12345' },
      { pixel: 'meta', pixel_id: "1');alert(1)//" },
      { pixel: 'x', pixel_id: '12345' },
    ])
      assert.equal((await snippet(query)).error.code, 'invalid_parameter', JSON.stringify(query));
    await app.api(app.session).patch(`/profile?profile_id=${app.profileId}`, { privacy_mode: 'platform_safe' });
    assert.equal((await snippet({ pixel: 'meta', pixel_id: '12345' })).error.code, 'invalid_state');
    assert.ok((await snippet()).data.html);
  });
});

test('getTrackingOrigin', async (t) => {
  const app = await startTestApp({ installation: { domain: 'shop.example' } });
  t.after(() => app.close());
  const { data } = (await app.api(app.apiKey).get('/tracking/origin')).body;
  assert.deepEqual(data, {
    origin: app.baseUrl,
    script_url: `${app.baseUrl}/t/${app.trackingKey}.js`,
    collect_url: `${app.baseUrl}/t/collect`,
    is_first_party: false,
    custom_domain: null,
    origin_policy: 'any',
    own_hosts: ['shop.example'],
  });
});

test('getGtmInstaller', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const { data } = (await app.api(app.apiKey).get('/tracking/installers/gtm')).body;
  const script = `${app.baseUrl}/t/${app.trackingKey}.js`;

  await t.test('a container of one tag for all pages', () => {
    const { exportFormatVersion, containerVersion } = data.container.content;
    assert.equal(exportFormatVersion, 2);
    assert.deepEqual(containerVersion.container.usageContext, ['WEB']);
    const [tag, ...others] = containerVersion.tag;
    assert.equal(others.length, 0);
    assert.deepEqual([tag.type, tag.firingTriggerId], ['html', ['2147479553']]);
    assert.equal(tag.parameter[0].value, `<script async src="${script}"></script>`);
  });

  await t.test('a template that may load this script alone', () => {
    const sections = [...data.template.content.matchAll(/___(\w+)___\n\n(.*?)\n(?=\n___|$)/gs)].map(([, name, text]) => [
      name,
      text,
    ]);
    const by = Object.fromEntries(sections) as Record<string, string>;
    assert.equal(JSON.parse(by['INFO'] ?? '').type, 'TAG');
    const [permission] = JSON.parse(by['WEB_PERMISSIONS'] ?? '');
    assert.deepEqual(permission.instance.param[0].value.listItem, [{ type: 1, string: script }]);
    const loaded: unknown[] = [];
    const sandbox = {
      require:
        () =>
        (...values: unknown[]) =>
          loaded.push(values[0]),
      data: {},
    };
    runInNewContext(by['SANDBOXED_JS_FOR_WEB_TEMPLATE'] ?? '', sandbox);
    assert.deepEqual(loaded, [script]);
  });
});

test('getShopifyPixelInstaller', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const code = async (): Promise<string> =>
    (await app.api(app.apiKey).get('/tracking/installers/shopify-pixel')).body.data.content;

  /** The store's sandbox, as far as the code uses it. */
  async function store(isAllowed: boolean, { asksForPrivacy = false, kept = {} as Record<string, string>, cookies = '' } = {}) {
    const heard = new Map<string, (event: unknown) => unknown>();
    const privacy: ((event: unknown) => void)[] = [];
    let cookie = cookies;
    runInNewContext(await code(), {
      fetch,
      Date,
      JSON,
      Object,
      analytics: { subscribe: (name: string, hear: (event: unknown) => unknown) => heard.set(name, hear) },
      navigator: { globalPrivacyControl: asksForPrivacy },
      browser: {
        localStorage: { getItem: async (name: string) => kept[name] ?? null },
        cookie: {
          get: async (name: string) => RegExp(`${name}=([^;]*)`).exec(cookie)?.[1] ?? '',
          set: async (text: string) => {
            cookie = text;
          },
        },
      },
      init: { customerPrivacy: { analyticsProcessingAllowed: isAllowed } },
      customerPrivacy: { subscribe: (_: string, hear: (event: unknown) => void) => privacy.push(hear) },
    });
    const happens = (name: string, data: object = {}, id = `e-${name}`): unknown =>
      heard.get(name)?.({
        id,
        name,
        clientId: 'shopify-1',
        timestamp: new Date(app.clock.now()).toISOString(),
        data,
        context: { document: { location: { href: `https://store.example/${name}` }, referrer: '', title: 'Store' } },
      });
    return { happens, privacy, cookie: () => cookie };
  }
  const bodies = (): Record<string, unknown>[] =>
    app.base.journal.read(app.profileId, 0n, 100).map(({ body, eventType }) => ({ ...JSON.parse(body), eventType }));

  await t.test('the store’s events become ours, of one browser, and a checkout says whose they are', async () => {
    const { happens, cookie } = await store(false); // asked for nowhere
    await happens('page_viewed');
    await happens('checkout_completed', { checkout: { email: 'ada@example.org', order: { id: 'o-7' } } });
    const [view, order] = bodies();
    assert.deepEqual([view?.['eventType'], view?.['is_page_view'], view?.['path']], ['page_view', true, '/page_viewed']);
    assert.deepEqual([order?.['eventType'], order?.['properties']], ['order_placed', { order_id: 'o-7' }]);
    assert.equal((order?.['identifiers'] as { type: string }[] | undefined)?.[0]?.type, 'email');
    assert.equal(view?.['visitor_key'], order?.['visitor_key']);
    assert.match(cookie(), /^_trb=shopify-1; path=\/; max-age=34128000;/);
  });

  await t.test('an order comes once, with its value and its id, as a browser’s word', async () => {
    const order = { id: 'gid://shopify/Order/4711' };
    const checkout = { order, totalPrice: { amount: 129.9, currencyCode: 'EUR' } };
    const before = bodies().length;
    const { happens } = await store(true);
    await happens('checkout_completed', { checkout });
    const facts = app.base.journal.read(app.profileId, 0n, 100).slice(before);
    const [fact] = facts.map(({ body, eventType, trust }) => ({ ...JSON.parse(body), eventType, trust }));
    assert.deepEqual(
      [fact?.eventType, fact?.trust, fact?.value_amount, fact?.currency, fact?.properties],
      ['order_placed', 'browser', '129.9', 'EUR', { order_id: '4711' }],
    );
    await app.api(app.apiKey).post('/events', {
      event_type: 'payment_received',
      idempotency_key: 'order-4711',
      deal_id: '4711',
      value: { amount: '129.90', currency: 'EUR' },
    });
    assert.equal(bodies().at(-1)?.['deal_key'], fact?.deal_key, 'the server names the same deal');
    assert.notEqual(fact?.deal_key, undefined);
    const again = await store(true);
    await again.happens('checkout_completed', { checkout }, 'another-id');
    await app.settle();
    const { data } = (await app.api(app.apiKey).get('/tracking/events', { event_type: 'order_placed' })).body;
    assert.equal(data.filter((each: { properties?: { order_id?: string } }) => each.properties?.order_id === '4711').length, 1);
  });

  await t.test(
    'who opted out on the store’s pages is left alone; Global Privacy Control is obeyed where the settings say so',
    async () => {
      const before = bodies().length;
      for (const cookies of ['', '_trb_out=1']) {
        const stranger = await store(true, cookies ? { cookies } : { kept: { _trb_out: '1' } });
        await stranger.happens('page_viewed');
        assert.deepEqual([bodies().length, stranger.cookie()], [before, cookies]);
      }
      await (await store(true, { asksForPrivacy: true })).happens('page_viewed');
      assert.equal(bodies().length, before + 1);
      await app.api(app.apiKey).patch('/tracking/settings', { gpc_mode: 'refuse' });
      const careful = await store(true, { asksForPrivacy: true });
      await careful.happens('page_viewed');
      assert.deepEqual([bodies().length, careful.cookie()], [before + 1, '']);
    },
  );

  await t.test('where visitors have to agree, nothing is sent or kept before', async () => {
    await app.api(app.apiKey).patch('/tracking/settings', { consent_mode: 'required' });
    const before = bodies().length;
    const { happens, privacy, cookie } = await store(false);
    await happens('product_viewed');
    assert.deepEqual([bodies().length, cookie()], [before, '']);
    for (const hear of privacy) hear({ customerPrivacy: { analyticsProcessingAllowed: true } });
    await happens('product_viewed', { productVariant: { product: { id: 'p-1' } } });
    assert.deepEqual(bodies().at(-1)?.['properties'], { product_id: 'p-1' });
  });
});
