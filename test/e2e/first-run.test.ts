// The first run in a real browser: a fresh installation leads from signing in through tracker, first event, spend and goal to the first
// chart, each step with its form in place; the tracker's page; what a viewer sees.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import { createPerson } from '../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../src/account/places/index.ts';
import { linkFor, OWNER } from '../doors/console/browser.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { COMPUTER_AGENT } from '../report/shop.ts';
import { until } from '../until.ts';
import { closeBrowsers, enterBy, openBrowser } from './chromium.ts';
import { chooseFile, importFile, nameAccount } from './imports/steps.ts';
import { checkLooks, settled } from './look.ts';

after(closeBrowsers);

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

async function visit(app: TestApp, url: string): Promise<void> {
  const body = JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: 'me', events: [{ event_type: 'page_view', url }] });
  const sent = await fetch(`${app.baseUrl}/t/collect`, { method: 'POST', body, headers: { 'user-agent': CHROME } });
  assert.equal(sent.status, 204);
}

/** A site of this machine that answers what `site.html` says. */
async function openSite(t: TestContext): Promise<{ html: string; url: string }> {
  const site = { html: '', url: '' };
  const server = createServer((_, answer) => void answer.end(site.html)).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  t.after(() => server.close());
  site.url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  return site;
}

async function open(t: TestContext, app: TestApp, path = '', email = OWNER) {
  const watched = await openBrowser(t, app.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await watched.context.newPage();
  await page.clock.setFixedTime(app.clock.now());
  await enterBy(page, app.baseUrl + linkFor(app.base, email));
  if (path !== '') await page.goto(`${app.baseUrl}/console/${app.profileId}/${path}`);
  await settled(page);
  return { ...watched, page };
}

const SPEND = 'Day;Campaign;Spend;Clicks\n2026-03-29;"Boots; spring";12.50;40\n2026-03-30;"Boots; spring";10;31\n';

test('from an empty installation to the first chart', async (t) => {
  const app = await startTestApp({ at: '2026-03-31T12:00:00Z' });
  t.after(() => app.close());
  const site = await openSite(t);
  const { page, complaints } = await open(t, app);
  const step = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title }) });
  const isDone = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}\\W+done`) }).waitFor();
  const expand = async (title: string): Promise<void> => {
    const head = page.getByRole('button', { name: title });
    const isOpen = async (): Promise<boolean> => (await head.getAttribute('aria-expanded')) === 'true';
    // It may open at this moment, as the next one, so that a press closes it; then it is pressed again once that has been drawn.
    await until(async () => {
      if (!(await isOpen())) await head.click();
      await settled(page);
      return isOpen();
    }, `${title} is open`);
  };

  await t.test('the profile', async () => {
    await page.getByText('From here to the first chart').waitFor();
    await checkLooks(page, 'first-run');
    await expand('The profile is set up');
    await page.getByLabel('Time zone').fill('Mars/Base');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('timezone').waitFor();
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await page.getByLabel('Currency').fill('eur');
    await page.getByLabel('Own domains').fill('shop.example, www.shop.example');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await isDone('The profile is set up');
    const { data } = (await app.api(app.apiKey).get('/profile', {})).body;
    assert.deepEqual(
      [data.currency, data.timezone, data.domains],
      ['EUR', 'Europe/Berlin', ['shop.example', 'www.shop.example']],
    );
  });

  await t.test('the tracker: a page without its tag fails, one with it waits for a visit, which is seen live', async () => {
    await expand('The tracker is on the site');
    const tracker = step('The tracker is on the site');
    const tag = (await tracker.getByRole('region', { name: 'Text of the tag', exact: true }).textContent()) ?? '';
    assert.ok(tag.includes(`/t/${app.trackingKey}.js`));
    await page.getByLabel('Address of a page').fill(site.url);
    await page.getByRole('button', { name: 'Check the page' }).click();
    await tracker.getByText('The tag is not on the page').waitFor();
    site.html = tag;
    await page.getByRole('button', { name: 'Check the page' }).click();
    await tracker.getByText('Waiting for a visit').waitFor();
    await visit(app, site.url);
    await tracker.getByText('The tracker works on this page').waitFor();
    await isDone('The tracker is on the site');
  });

  await t.test('the first event', async () => {
    await visit(app, 'https://shop.example/');
    await app.settle();
    await isDone('Visits arrive');
  });

  await t.test('spend from a file', async () => {
    await expand('Ad spend arrives');
    await step('Ad spend arrives').getByRole('link', { name: 'Import a file' }).click();
    await chooseFile(page, { name: 'spend.csv', content: SPEND });
    await page.getByLabel('Currency: every amount is then in EUR').check();
    await nameAccount(page, { platform: 'meta', account: 'main' });
    await importFile(page, app);
    await page.getByRole('link', { name: 'Setup steps' }).click();
    await isDone('Ad spend arrives');
    const { rows } = (
      await app.api(app.apiKey).get('/attribution', { date_from: '2026-03-29', date_to: '2026-03-30', dimension: 'campaign' })
    ).body.data;
    assert.ok(rows.some(({ label }: { label: string }) => label === 'Boots; spring'));
  });

  await t.test('an outcome that no goal counts is counted by a button, and the definitions are confirmed', async () => {
    const purchase = { event_type: 'purchase', idempotency_key: 'p-1', value: { amount: '77.00', currency: 'EUR' } };
    assert.equal((await app.api(app.apiKey).post('/events', purchase)).status, 201);
    await app.settle();
    await isDone('Outcomes arrive');
    await expand('Every outcome is counted by a goal');
    await page.getByRole('button', { name: 'Count purchase' }).click();
    await isDone('Every outcome is counted by a goal');
    await isDone('Conversion definitions are confirmed');
  });

  await t.test('the setup is finished by a person', async () => {
    const isCompleted = async () => (await app.api(app.apiKey).get('/profile', {})).body.data.onboarding_completed;
    assert.equal(await isCompleted(), false);
    await page.getByRole('button', { name: 'Finish', exact: true }).click();
    await page.getByText('The setup is finished.').waitFor();
    assert.equal(await isCompleted(), true);
    await page.reload();
    await page.getByText('The setup is finished.').waitFor();
    await checkLooks(page, 'setup-finished');
  });

  await t.test('the first chart', async () => {
    await app.settle();
    await page.getByRole('link', { name: 'Open the overview' }).click();
    await page.locator('.chart svg').first().waitFor();
    assert.deepEqual(
      complaints.filter((each) => !each.includes('status of 4')),
      [],
    );
  });
});

/** What the list of senders shows. */
async function sendSome(app: TestApp): Promise<void> {
  const post = async (agent: string, events: object[]): Promise<void> => {
    const body = JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: 'a browser', events });
    await fetch(new URL('/t/collect', app.baseUrl), { method: 'POST', headers: { 'user-agent': agent }, body });
  };
  const view = { event_type: 'page_view', url: 'https://shop.example/' };
  await post(COMPUTER_AGENT, [view, view, { ...view, event_type: '' }]);
  await post('Googlebot/2.1 (+http://www.google.com/bot.html)', [view]);
  await app.api(app.apiKey).post('/events', { event_type: 'lead_created', idempotency_key: 'lead-1' });
}

test('the page of the tracker, and what a viewer sees of it', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const { page, complaints } = await open(t, app, 'tracker');
  await page.getByText('Nothing was sent in these days.').waitFor();
  await sendSome(app);
  await page.reload();
  const senders = page.getByRole('region', { name: 'Table: Senders of events', exact: true });
  const rows = senders.locator('tbody tr');
  await rows.first().waitFor();
  const cells = (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  assert.match(
    cells[0] ?? '',
    /^shop\.example Browsers, trk_live_\S+ 3 1 1 bot 1 1 wrong or missing field \(event_type\) \d+ \w+ 20\d\d/,
  );
  assert.match(cells[1] ?? '', /^\S.* API key 1 0 0 /);
  await page.getByLabel('Host', { exact: true }).fill('t.shop.example');
  await page.getByRole('button', { name: 'Add the host' }).click();
  await page.getByRole('region', { name: 't.shop.example', exact: true }).getByText('Not looked up yet').waitFor();
  await page.getByRole('button', { name: 'Google Tag Manager' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Save .*json/ }).click();
  assert.match((await saved).suggestedFilename(), /\.json$/);
  await checkLooks(page, 'tracker');
  await page.getByRole('button', { name: 'Remove t.shop.example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('region', { name: 't.shop.example', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Issue a tracking key' }).first().click();
  await page.getByRole('region', { name: 'Text of the tag', exact: true }).waitFor();
  assert.deepEqual(complaints, []);

  const { personId } = createPerson(app.base, { email: 'vera@shop.example', actor: 'system' });
  const profile = { profileId: app.profileId, workspaceId: app.workspaceId };
  setWorkspaceRole(app.base, { workspaceId: app.workspaceId, personId, role: 'member', actor: 'system' });
  setProfileRole(app.base, { profile, personId, role: 'viewer', canSeePii: false, actor: 'system' });
  const viewer = await open(t, app, 'setup', 'vera@shop.example');
  await viewer.page.getByText('A manager of the profile does the steps').waitFor();
  const folded = viewer.page.locator('.setup-head[aria-expanded=false]');
  while ((await folded.count()) > 0) await folded.first().click();
  await settled(viewer.page);
  const buttons = await viewer.page.locator('.setup-part').getByRole('button').allTextContents();
  assert.deepEqual(
    buttons.filter((text) => text !== 'Copy'),
    [],
  );
  assert.deepEqual(viewer.complaints, []);
});
