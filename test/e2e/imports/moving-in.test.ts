// Three firms move in from an empty installation, in a real browser: a shop with history of GA4, Shopify and Meta by the wizard; a lead business with a CRM's
// export and a sheet of Google Ads; an agency with three profiles and single sign-on. SCREENSHOTS=<folder> keeps pictures. It takes more than 10 s, as
// each is an installation of its own, whose figures are computed.
import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { CLIENT, openSso } from '../../account/sso/idp.ts';
import { insight, metaAccount, workOn } from '../../act/connections/meta-world.ts';
import { linkFor } from '../../doors/console/browser.ts';
import { startFileServer } from '../../fakes/apps/file-server.ts';
import { startFakeMeta } from '../../fakes/meta.ts';
import { startFakeShopify } from '../../fakes/shops/shopify.ts';
import { startTestApp, type TestApp, type TestOptions } from '../../harness.ts';
import { COMPUTER_AGENT } from '../../report/shop.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { changeWindow, checkLook, settled } from '../look.ts';
import { chooseFile, importFile, nameAccount, tile } from './steps.ts';

after(closeBrowsers);

const NOW = '2026-11-25T12:00:00Z';
const DAY_MS = 86_400_000;

/** @param before What happens before anybody looks. */
async function begin(t: TestContext, options: TestOptions, before: (app: TestApp) => Promise<void> = async () => undefined) {
  const app = await startTestApp({ at: NOW, installation: { currency: 'EUR', timezone: 'Europe/Berlin' }, ...options });
  t.after(() => app.close());
  await before(app);
  return { app, ...(await enter(t, app)) };
}

async function enter(t: TestContext, app: TestApp) {
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime(app.clock.now());
  await enterBy(page, app.baseUrl + linkFor(app.base));
  await settled(page);
  return { page, context, complaints };
}

async function look(page: Page, name: string): Promise<void> {
  for (const [width, scheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
  ] as const) {
    await changeWindow(page, width, scheme);
    await checkLook(page, `moving-in-${name}-${scheme}-${width}`);
  }
  await changeWindow(page, 1280, 'light');
}

const open = async (app: TestApp, page: Page, part: string): Promise<void> => {
  await page.goto(`${app.baseUrl}/console/${app.profileId}/${part}`);
  await settled(page);
};

/** An export of GA4 for BigQuery: thirty visits of November by ads, by a newsletter and direct; each third one bought. */
function ga4Export(): string {
  const rows: object[] = [];
  for (let visit = 0; visit < 30; visit += 1) {
    const at = Date.parse('2026-11-01T10:00:00Z') + visit * 12 * 3_600_000;
    const who = { user_pseudo_id: `${700 + visit}.1`, event_date: new Date(at).toISOString().slice(0, 10).replaceAll('-', '') };
    const session = { key: 'ga_session_id', value: { int_value: String(at / 1_000) } };
    const source = [
      { manual_source: 'facebook', manual_medium: 'paid', manual_campaign_name: 'Spring' },
      { manual_source: 'news', manual_medium: 'email' },
      {},
    ][visit % 3];
    const event = (name: string, seconds: number, params: object[], more: object = {}): void => {
      rows.push({
        event_name: name,
        event_timestamp: String((at + seconds * 1_000) * 1_000),
        event_params: [session, ...params],
        ...who,
        collected_traffic_source: source,
        ...more,
      });
    };
    const page = { key: 'page_location', value: { string_value: 'https://shop.example/scarves' } };
    event('page_view', 0, [page]);
    event('user_engagement', 5, [page]);
    if (visit % 3 === 0)
      event('purchase', 60, [{ key: 'currency', value: { string_value: 'EUR' } }], {
        ecommerce: { transaction_id: String(9_000 + visit), purchase_revenue: 40 },
      });
  }
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

/** Enters the app of a platform on its page, and goes on to connecting an account. */
async function enterApp(page: Page, name: string, fields: readonly (readonly [label: string, value: string])[]): Promise<void> {
  for (const [label, value] of fields) await page.getByRole('region', { name: '2. Here' }).getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Check and save' }).click();
  await page.getByRole('region', { name: 'Test the app' }).getByText(`${name} knows this app and its secret.`).waitFor();
  await page.getByRole('link', { name: 'Connect an account' }).click();
  await page.getByRole('button', { name, exact: true }).click();
}

test('a shop with history of GA4, Shopify and Meta', async (t) => {
  const meta = await startFakeMeta(t, [
    {
      ...metaAccount('102', 'Scarves'),
      insights: [insight('2026-11-02', '111', '60.00'), insight('2026-11-12', '111', '40.00')],
    },
  ]);
  meta.hasReportsAtOnce = true;
  const shopify = await startFakeShopify(t, { now: Date.parse(NOW) });
  // What GA4 saw of the shop's orders, and one that it did not.
  for (let visit = 0; visit < 30; visit += 3)
    shopify.pay({
      id: String(9_000 + visit),
      received: '40.00',
      updatedAt: Date.parse('2026-11-01T10:01:00Z') + (visit * DAY_MS) / 2,
    });
  shopify.pay({ id: '9100', received: '55.00', updatedAt: Date.parse('2026-11-20T08:00:00Z') });
  const { app, page, complaints } = await begin(t, {
    config: { providers: { meta: { url: meta.settings.url }, shopify: { url: shopify.settings.url } } },
  });

  await t.test('brings its history from the setup page', async () => {
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await chooseFile(page, { name: 'events_20261101.json', content: ga4Export() });
    await look(page, 'shop-ga4');
    assert.match((await page.getByRole('table', { name: 'Purchases by month' }).textContent()) ?? '', /Nov 2026\s*€400\.00/);
    assert.equal(await tile(page, 'New').textContent(), '40');
    await importFile(page, app);
  });

  await t.test('connects Meta and Shopify by their wizards', async () => {
    await open(app, page, 'connections');
    await page.getByRole('region', { name: 'Ads' }).getByRole('link', { name: 'Meta' }).click();
    await enterApp(page, 'Meta', [
      ['App ID', meta.settings.clientId],
      ['App secret', meta.settings.clientSecret],
    ]);
    await page.getByRole('button', { name: 'Continue to Meta' }).click();
    await page.waitForURL(/\/connections\?connection_id=/);
    await page.getByRole('link', { name: 'Shopify' }).click();
    await enterApp(page, 'Shopify', [
      ['Client ID', shopify.settings.clientId],
      ['Secret', shopify.settings.clientSecret],
      ['Shop to check the app at', shopify.shop],
    ]);
    await page.getByRole('textbox', { name: /shop/i }).fill(shopify.shop);
    await page.getByRole('button', { name: 'Continue to Shopify' }).click();
    await page.waitForURL(/\/connections\?connection_id=/);
    await workOn(app);
    await workOn(app);
    await app.settle();
    await open(app, page, 'connections');
    await look(page, 'shop-connections');
    await page.getByRole('region', { name: 'Shopify', exact: true }).getByText('11 rows').waitFor();
  });

  await t.test('sees each sale once, and what the ads cost', async () => {
    await open(app, page, '?date_from=2026-11-01&date_to=2026-11-24');
    await look(page, 'shop-overview');
    for (const figure of [/^Revenue.*€455\.00/s, /^Conversions.*11/s, /^Spend.*€100\.00/s, /^ROAS.*4\.00/s])
      await page.locator('.tile').filter({ hasText: figure }).first().waitFor();
  });
  const atPlatforms = [meta.settings.url, shopify.settings.url];
  assert.deepEqual(
    complaints.filter((each) => !atPlatforms.some((url) => each.startsWith(`asked for ${url}`))),
    [],
  );
});

/** What the tag of the site sends of somebody who came by an ad, looked around and wrote their address into a form. */
async function visit(app: TestApp, { visitor, email }: { visitor: string; email?: string }): Promise<void> {
  const ad = `utm_source=google&utm_medium=cpc&utm_campaign=Roofs&gclid=Cj0K${visitor}`;
  const view = { event_type: 'page_view', url: `https://roofs.example/?${ad}` };
  const form = { event_type: 'lead_created', url: 'https://roofs.example/offer', user_traits: { email } };
  const events = email === undefined ? [view] : [view, form];
  const body = JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: visitor, events });
  const headers = { 'user-agent': COMPUTER_AGENT };
  const { status } = await fetch(`${app.baseUrl}/t/collect`, { method: 'POST', body, headers });
  assert.equal(status, 204);
}

const DEALS = `Record ID,Deal Name,Deal Stage,Close Date,Deal owner,Amount,Currency,Associated Contact,Associated Contact IDs,Create Date
9101,Roof,Closed Won,2026-11-20 12:40,Ines,"1,250.00",EUR,Ada Example (ada@example.org),11,2026-11-09 10:00
9102,Wall,Contract Sent,2026-12-02 10:00,Ines,80.50,EUR,Bo Example (bo@example.org),12,2026-11-09 10:00
9103,Door,Closed Lost,2026-11-21 09:15,Ines,300.00,EUR,Cy Example (cy@example.org),13,2026-11-09 10:00
`;
const COSTS = `Campaign report
"November 1, 2026 - November 24, 2026"
Campaign,Day,Campaign ID,Currency code,Cost,Impr.,Clicks
Roofs,2026-11-08,30111,EUR,120.00,900,40
Roofs,2026-11-09,30111,EUR,80.00,700,30
Total: Account,--,--,EUR,200.00,"1,600",70
`;

test('a lead business with an export of HubSpot and a sheet of Google Ads', async (t) => {
  const { server, files } = await startFileServer(t);
  files.set('/spreadsheets/d/1aBcDeFgHiJkLmNoPqRsT/export?format=csv&gid=0', { text: COSTS });
  const config = { providers: { google_sheets: { url: server.url } } };
  const { app, page, complaints } = await begin(t, { at: '2026-11-09T09:00:00Z', config }, async (app) => {
    // Leads by the tag, which HubSpot has as deals a fortnight later.
    for (const [number, name] of ['ada', 'bo', 'cy', undefined].entries())
      await visit(app, { visitor: `v${number}`, ...(name === undefined ? {} : { email: `${name}@example.org` }) });
    app.clock.advance(16 * DAY_MS + 3 * 3_600_000);
    await app.settle();
  });

  await t.test('brings the deals of HubSpot', async () => {
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await chooseFile(page, { name: 'hubspot-crm-exports-all-deals.csv', content: DEALS });
    assert.match((await page.getByRole('table', { name: 'Won deals by month' }).textContent()) ?? '', /Nov 2026\s*€1,250\.00/);
    await importFile(page, app);
    await look(page, 'lead-deals-done');
  });

  await t.test('has the costs of Google Ads read from a Google Sheet', async () => {
    await open(app, page, 'import');
    await page.getByRole('button', { name: 'Add an address' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Costs of Google Ads');
    await page
      .getByRole('textbox', { name: /^Address/ })
      .fill('https://docs.google.com/spreadsheets/d/1aBcDeFgHiJkLmNoPqRsT/edit?usp=sharing#gid=0');
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByRole('heading', { name: 'Preview' }).waitFor();
    await nameAccount(page, { account: '123-456-7890' });
    await importFile(page, app);
  });

  await t.test('sees what the campaign cost and won', async () => {
    await open(app, page, 'setup');
    await page.getByRole('button', { name: /^Conversion definitions are confirmed/ }).click();
    await page.getByRole('button', { name: 'Count in overview: Deals won' }).click();
    await page.getByRole('button', { name: 'Count in overview: Payments' }).waitFor();
    await look(page, 'lead-setup');
    await app.settle();
    await open(app, page, '');
    await look(page, 'lead-overview');
    for (const figure of [/^Revenue.*€1,250\.00/s, /^Conversions.*1/s, /^Spend.*€200\.00/s, /^ROAS.*6\.25/s])
      await page.locator('.tile').filter({ hasText: figure }).first().waitFor();
  });
  assert.deepEqual(complaints, []);
});

test('an agency with three profiles and single sign-on', async (t) => {
  const { app, idp } = await openSso(t, {}, { at: NOW, installation: { workspace: 'Agency', profile: 'Shoes', plan: 'agency' } });
  const { page, complaints } = await enter(t, app);
  const settings = `${app.baseUrl}/console/workspaces/${app.workspaceId}/settings`;

  await t.test('makes a profile for each client', async () => {
    for (const [name, currency, zone] of [
      ['Bikes', 'EUR', 'Europe/Berlin'],
      ['Kayaks', 'SEK', 'Europe/Stockholm'],
    ] as const) {
      await page.goto(`${settings}/profiles`);
      await page.getByLabel('Name of the shop or site').fill(name);
      await page.getByLabel('Currency of its figures').fill(currency);
      await page.getByLabel('Time zone of its days').fill(zone);
      await page.getByRole('button', { name: 'Create the profile' }).click();
      await page.waitForURL(/console\/[0-9a-f-]{36}\/$/);
    }
    await page.getByRole('link', { name: 'Portfolio' }).click();
    await page.getByText('No spend so far').waitFor();
    for (const name of ['Shoes', 'Bikes', 'Kayaks']) await page.getByRole('row', { name }).waitFor();
    await look(page, 'agency-portfolio');
  });

  await t.test('lets its people in by the groups of its identity provider', async () => {
    await page.goto(`${settings}/sign-in`);
    await page.getByLabel('Issuer').fill(idp.issuer);
    await page.getByLabel('Client ID').fill(CLIENT.client_id);
    await page.getByLabel('Client secret').fill(CLIENT.client_secret);
    await page.getByRole('textbox', { name: 'Group', exact: true }).fill('kayak-client');
    await page.getByRole('combobox', { name: 'Role' }).selectOption('viewer');
    await page.getByRole('combobox', { name: 'Profile' }).selectOption('Kayaks');
    await page.getByRole('button', { name: 'Add a group' }).click();
    await page.getByRole('textbox', { name: 'Group', exact: true }).nth(1).fill('staff');
    await look(page, 'agency-groups');
    await page.getByRole('button', { name: 'Set the provider' }).click();
    await page.getByText('Nobody has signed in by it yet.').waitFor();

    idp.account = { sub: 'kim-1', email: 'kim@kayaks.example', email_verified: true, name: 'Kim', groups: ['kayak-client'] };
    const address =
      (await page.getByRole('region', { name: 'Text of the address at which members sign in' }).textContent()) ?? '';
    const client = await openBrowser(t, app.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
    const theirs = await client.context.newPage();
    await theirs.goto(address);
    await theirs.getByRole('button', { name: /^Continue to / }).click();
    await theirs.waitForURL(/\/console\/[0-9a-f-]{36}/);
    await settled(theirs);
    await look(theirs, 'agency-client');
    await theirs.getByText('A manager of the profile does the steps').waitFor();
    await theirs.getByRole('link', { name: 'Portfolio' }).click();
    await settled(theirs);
    assert.deepEqual(await theirs.locator('table.portfolio tbody th a').allTextContents(), ['Kayaks']);
  });
  assert.deepEqual(complaints, []);
});
