// The overview as anybody's browser gets it: the figures of REST, in words, safe from whatever a name says, for those who may.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPerson } from '../../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { startTestApp } from '../../harness.ts';
import { openShop, type Shop } from '../../report/shop.ts';
import { type Browser, browserOf, signedIn } from './browser.ts';

let shop: Shop;
let browser: Browser;
before(async () => {
  shop = await openShop();
  browser = await signedIn(shop);
});
after(() => shop?.close());

const WEEK = 'from=2026-03-01&to=2026-03-07';
const path = (query = ''): string => `/console/${shop.profileId}/${query === '' ? '' : `?${query}`}`;
const textOf = (html: string): string =>
  html
    .replace(/<svg[\s\S]*?<\/svg>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

test('the overview', async (t) => {
  const page = await browser.get(path(WEEK));
  const text = textOf(page.text);

  await t.test('shows the figures of the week, each with its unit, against the week before', () => {
    assert.equal(page.status, 200);
    assert.match(text, /1 ?– ?7 March 2026/);
    assert.match(text, /7 days in UTC, compared with 22 ?– ?28 February 2026/);
    // 100 + 50 + 20 − 25, as the shop's own comment works out
    assert.match(text, /Revenue \$145\.00 Not compared: the data does not cover the period before/);
    assert.match(text, /Spend \$75\.00 Not compared: the data does not cover the period before/);
    assert.match(text, /Outcomes 3 conversions Not compared/);
    assert.match(text, /Coverage 66\.7 % of outcomes Not compared/);
    assert.match(text, /Visitors 2 people/);
    assert.match(text, /Cash revenue \$145\.00/);
  });

  await t.test('says the same as REST', async () => {
    const days = { date_from: '2026-03-01', date_to: '2026-03-07' };
    const { current } = (await shop.owner.get('/overview', days)).body.data;
    assert.match(text, new RegExp(`ROAS ${current.roas.toFixed(2)} USD per USD spent`));
    const models = 'last_non_direct,linear,data_driven';
    const { data } = (await shop.owner.get('/attribution', { ...days, dimension: 'channel', models })).body;
    for (const { label, models: by } of data.rows) {
      const cells = models
        .split(',')
        .map((model) => Number(by[model].revenue).toLocaleString('en-US', { style: 'currency', currency: 'USD' }));
      assert.match(text, new RegExp(`${label} .*${cells.map((cell) => cell.replace(/[$.]/g, '\\$&')).join('.*')}`));
    }
  });

  await t.test('lists every day and every path under its drawing', () => {
    for (const day of ['1', '2', '3', '4', '5', '6', '7']) assert.ok(text.includes(`${day} March 2026 $`), day);
    assert.match(text, /Paid Search +→ +Email +2 /);
    assert.equal(page.text.match(/<svg /g)?.length, 3 + 3 + 3, 'lines and flow for three screens, bars for three models');
  });

  await t.test('says what the figures were computed from', async () => {
    const { body } = await shop.owner.get('/profile/freshness');
    assert.match(text, new RegExp(`Facts the first ${body.data.through_seq} of ${body.data.accepted_seq} accepted`));
    assert.match(text, /Up to date: computed 8 March 2026/);
  });

  await t.test('lets in no script, no style of its own, nothing from elsewhere', () => {
    const policy = page.headers.get('content-security-policy');
    assert.equal(
      policy,
      "default-src 'none';style-src 'self';img-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
    );
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    assert.doesNotMatch(page.text, /<script|<style| style=| on\w+=|javascript:/);
    const outside = page.text.replaceAll('http://www.w3.org/2000/svg', '');
    assert.doesNotMatch(outside, /https?:\/\//);
    const ids = [...page.text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    assert.equal(new Set(ids).size, ids.length, 'an id stands twice');
  });

  await t.test('brings its style sheet, which may be kept for ever', async () => {
    const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.text) ?? [];
    const css = await browserOf(shop).get(sheet);
    assert.equal(css.status, 200);
    assert.match(css.headers.get('content-type') ?? '', /^text\/css/);
    assert.match(css.headers.get('cache-control') ?? '', /immutable/);
    assert.doesNotMatch(css.text, /url\(|@import/);
    assert.equal((await browserOf(shop).get('/console/assets/000000000000.css')).status, 404);
  });

  await t.test('draws a long range by weeks', async () => {
    const long = await browser.get(path('from=2025-11-01&to=2026-03-07'));
    assert.match(long.text, /Revenue and spend by week/);
  });

  await t.test('says when a period is empty', async () => {
    const empty = textOf((await browser.get(path('from=2025-01-01&to=2025-01-07'))).text);
    assert.match(empty, /There is no revenue in this period, and spend is not measured/);
    assert.match(empty, /Nothing converted in this period/);
    assert.match(empty, /No conversion of this period has a path/);
    assert.match(empty, /Spend Not measured Nothing to compare/);
  });

  await t.test('refuses days that are none, and offers the form again', async () => {
    const wrong = [
      'from=2026-02-30&to=2026-03-01',
      'from=2026-03-07&to=2026-03-01',
      'from=x&to=y',
      'from=2026-03-01',
      'from=2020-01-01&to=2026-01-01',
      'days=31',
    ];
    for (const query of wrong) {
      const refused = await browser.get(path(query));
      assert.equal(refused.status, 400, query);
      assert.match(refused.text, /role="alert"/);
      assert.match(refused.text, /<input type="date"/);
    }
  });
});

test('who may', async (t) => {
  const join = (email: string, role?: 'viewer') => {
    const { personId } = createPerson(shop.base, { email, actor: 'system' });
    setWorkspaceRole(shop.base, { workspaceId: shop.workspaceId, personId, role: 'member', actor: 'system' });
    const profile = { profileId: shop.profileId, workspaceId: shop.workspaceId };
    if (role) setProfileRole(shop.base, { profile, personId, role, canSeePii: false, actor: 'system' });
    return signedIn(shop, email);
  };

  await t.test("a stranger's profile and one that never was look the same", async () => {
    const other = initInstallation(shop.base, {
      ...{ email: 'zoe@south.example', workspace: 'South', profile: 'Secret shop', currency: 'USD', timezone: 'UTC' },
    });
    const strange = await browser.get(`/console/${other.profile_id}/`);
    const missing = await browser.get('/console/00000000-0000-4000-8000-000000000000/');
    const plain = (text: string): string => text.replace(/Request [\w-]+/, '');
    assert.equal(strange.status, 404);
    assert.equal(plain(strange.text), plain(missing.text));
    assert.doesNotMatch(strange.text, /Secret shop/);
    assert.equal((await (await signedIn(shop, 'zoe@south.example')).get(path())).status, 404);
  });

  await t.test('a viewer sees it', async () => {
    assert.equal((await (await join('vera@shop.example', 'viewer')).get(path(WEEK))).status, 200);
  });

  await t.test('a member without a profile is told whom to ask', async () => {
    const page = await (await join('milo@shop.example')).get('/console/');
    assert.equal(page.status, 200);
    assert.match(page.text, /You cannot open a profile here/);
  });

  await t.test('what is no page is not found', async () => {
    for (const odd of [
      '/console/nothing/',
      '/console/a/b/c',
      `/console/${shop.profileId}/x`,
      '/console/%00/',
      '/console/assets/..%2f..%2fpackage.json',
    ])
      assert.equal((await browser.get(odd)).status, 404, odd);
  });
});

test('a profile without data shows what to do next', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const page = await (await signedIn(app)).get(`/console/${app.profileId}/`);
  assert.equal(page.status, 200);
  assert.match(page.text, /No data has arrived yet/);
  assert.match(page.text, new RegExp(`href="/console/${app.profileId}/setup#tracker_installed"`));
  assert.doesNotMatch(page.text, /<svg /);
});

test('names that are code stay names', async (t) => {
  const evil = `"><script>alert('x')</script><img src=x onerror=alert(1)> & </title>`;
  const app = await startTestApp({ installation: { profile: evil, plan: 'growth' } });
  t.after(() => app.close());
  const owner = app.api(app.session);
  await owner.post('/profiles', { workspace_id: app.workspaceId, name: `</option>${evil}` });
  const key = app.api(app.apiKey);
  const visitor = { external_id: '<b>c</b>' };
  await key.post('/events', {
    event_type: 'payment_received',
    idempotency_key: '<script>',
    occurred_at: '2026-03-30T12:00:00Z',
    value: { amount: '10', currency: 'USD' },
    user_traits: visitor,
  });
  await app.settle();
  const inside = await signedIn(app);
  for (const query of ['', '?days=7', `?from=${encodeURIComponent(evil)}&to=${encodeURIComponent(evil)}`]) {
    const { text } = await inside.get(`/console/${app.profileId}/${query}`);
    assert.doesNotMatch(text, /<script|<img|<\/title>.*<\/title>/);
    assert.match(text, /&lt;script>/);
  }
});

test('choosing among profiles', async (t) => {
  const app = await startTestApp({ installation: { plan: 'growth' } });
  t.after(() => app.close());
  const made = await app.api(app.session).post('/profiles', { workspace_id: app.workspaceId, name: 'Second' });
  const second = made.body.data.profile_id;
  const inside = await signedIn(app);
  const { text } = await inside.get(`/console/${second}/`);
  assert.match(text, new RegExp(`<option value="${second}" selected>Second</option>`));
  const chosen = await inside.get(`/console/?profile=${app.profileId}`);
  assert.equal(chosen.headers.get('location'), `/console/${app.profileId}/`);
  const odd = await inside.get('/console/?profile=//evil.example');
  assert.equal(odd.headers.get('location'), `/console/${app.profileId}/`);
});
