// A person in a real Chromium connects accounts at each ad platform, sees their spend, ends the grant at the platform and connects again:
// the connection changes its state once, and keeps its id and what was read.
import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { resolvePlatform } from '../../src/collect/events/index.ts';
import { workOn } from '../act/connections/meta-world.ts';
import { recordEvents } from '../act/webhooks/events.ts';
import { linkFor } from '../doors/console/browser.ts';
import { type FakePlatform, SPENT_DAY, startFakePlatforms } from '../fakes/ad-platforms.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { closeBrowsers, enterBy, openBrowser } from './chromium.ts';

const HOUR_MS = 3_600_000;
/** 400 days of two accounts. */
const DAYS = 800;

after(closeBrowsers);

interface World {
  app: TestApp;
  page: Page;
  complaints: string[];
  announced: ReturnType<typeof recordEvents>;
}

async function openWorld(t: TestContext, platforms: readonly FakePlatform[]): Promise<World> {
  const providers = Object.fromEntries(platforms.map(({ id, settings }) => [id, settings]));
  const installation = { currency: 'EUR', timezone: 'Europe/Berlin' };
  const app = await startTestApp({ at: '2026-11-25T12:00:00Z', installation, config: { providers } });
  t.after(() => app.close());
  const { context, complaints } = await openBrowser(t, app.baseUrl, {});
  const page = await context.newPage();
  await enterBy(page, app.baseUrl + linkFor(app.base));
  return { app, page, complaints, announced: recordEvents(app.base, app.profileId) };
}

async function readAccounts({ app }: World): Promise<void> {
  app.clock.advance(HOUR_MS + 60_000);
  await workOn(app);
}

/** What the page of connections says of the platform. */
async function cardOf({ app, page }: World, name: string): Promise<string> {
  await page.goto(`${app.baseUrl}/console/${app.profileId}/connections`);
  const card = page.getByRole('region', { name, exact: true });
  await card.waitFor();
  return (await card.textContent()) ?? '';
}

/** From the page of connections over the platform's own page and back, with the first two accounts of three. */
async function connectTwo({ app, page }: World, { name, accounts }: FakePlatform): Promise<void> {
  await page.goto(`${app.baseUrl}/console/${app.profileId}/connections`);
  const destinations = page.getByRole('main').getByRole('link', { name: 'Destinations' });
  assert.equal(await destinations.getAttribute('href'), `/console/${app.profileId}/deliver`);
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('button', { name: `Continue to ${name}` }).click();
  assert.equal(await page.getByRole('checkbox').count(), accounts.length, (await page.locator('main').textContent()) ?? '');
  for (const id of accounts.slice(0, 2)) await page.locator(`[name="account:${id}"]`).check();
  await page.getByRole('button', { name: 'Connect these accounts' }).click();
  await page.waitForURL(/\/connections\?connection_id=/);
  await page.getByRole('region', { name, exact: true }).getByText('Connected').waitFor();
}

/** Facts of spend: how many days, and what they cost in all. */
function spendOf({ app }: World, platform: string): { days: number; spent: number } {
  let [days, spent] = [0, 0];
  for (const { kind, body } of app.base.journal.read(app.profileId, 0n, 100_000)) {
    const day = JSON.parse(body) as { platform: string; day: string; rows: { spend: string }[] };
    if (kind !== 'spend_day' || day.platform !== resolvePlatform(platform).platform) continue;
    days += 1;
    if (day.day === SPENT_DAY) for (const { spend } of day.rows) spent += Number(spend);
  }
  return { days, spent };
}

const events = ({ announced }: World, id: string): string[] =>
  announced()
    .filter(({ type, data }) => type !== 'connection.synced' && data['connection_id'] === id)
    .map(({ type, data }) => `${type} ${data['status']}`);

test('accounts at each ad platform, in a browser', async (t) => {
  const platforms = await startFakePlatforms(t);
  const world = await openWorld(t, platforms);
  const { app, page } = world;
  const connectionOf = async ({ id }: FakePlatform) => {
    const { data } = (await app.api(app.session).get('/connections', { profile_id: app.profileId })).body;
    const found = data.filter(({ provider }: { provider: string }) => provider === id);
    assert.equal(found.length, 1, `${id} has ${found.length} connections`);
    return found[0];
  };

  await t.test('are connected, two of three at each, and read', async () => {
    for (const platform of platforms) await connectTwo(world, platform);
    await readAccounts(world);
    for (const platform of platforms)
      assert.deepEqual(spendOf(world, platform.id), { days: platform.days ?? DAYS, spent: platform.spent });
    for (const { name } of platforms)
      assert.match(await cardOf(world, name), /Connected.*Read on 25 Nov 2026.*North.*Yes.*Not chosen/s);
    await app.settle();
    await page.goto(`${app.baseUrl}/console/${app.profileId}/`);
    const spent = platforms.reduce((sum, each) => sum + each.spent, 0).toFixed(2);
    await page.locator('.tile', { hasText: spent }).first().waitFor();
  });

  await t.test('say which of them are only read', async () => {
    const isOnlyRead = async ({ name }: FakePlatform) => /Reading only/.test(await cardOf(world, name));
    const found: string[] = [];
    for (const platform of platforms) if (await isOnlyRead(platform)) found.push(platform.id);
    assert.deepEqual(found, ['reddit', 'pinterest', 'snap', 'amazon_ads']);
  });

  await t.test('are lost when the person ends the grant at the platform, which is said once', async () => {
    for (const { revoke } of platforms) revoke();
    await readAccounts(world);
    await readAccounts(world);
    for (const platform of platforms) {
      assert.deepEqual(events(world, (await connectionOf(platform)).id), [
        'channel.health.updated reconnect_required',
        'connection.reconnect_required reconnect_required',
      ]);
    }
  });

  await t.test('say on their page what to do', async () => {
    for (const { name } of platforms) {
      assert.match(await cardOf(world, name), /Connect again.*does not accept the grant any more.*figures and history are kept/s);
      assert.equal(await page.getByRole('region', { name, exact: true }).getByRole('link', { name: 'Connect again' }).count(), 1);
    }
  });

  await t.test('come back when they are connected again, under the same id and with what was read', async () => {
    for (const platform of platforms) {
      const { id } = await connectionOf(platform);
      await connectTwo(world, platform);
      assert.equal((await connectionOf(platform)).id, id);
    }
    await readAccounts(world);
    for (const platform of platforms) {
      assert.match(await cardOf(world, platform.name), /^[^C]*Connected.*Read on/s);
      assert.deepEqual(spendOf(world, platform.id), { days: platform.days ?? DAYS, spent: platform.spent });
      assert.equal(events(world, (await connectionOf(platform)).id).length, 3);
    }
  });

  await t.test('are read and ended on their page', async () => {
    const [first] = platforms;
    assert.ok(first);
    await cardOf(world, first.name);
    const card = page.getByRole('region', { name: first.name, exact: true });
    await card.getByRole('button', { name: 'Read now' }).click();
    await card.getByRole('button', { name: 'Read now', disabled: false }).waitFor();
    await card.getByRole('button', { name: 'End' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End the connection' }).click();
    await card.waitFor({ state: 'detached' });
    const { data } = (await app.api(app.session).get('/connections', { profile_id: app.profileId })).body;
    assert.deepEqual(
      data.filter(({ provider }: { provider: string }) => provider === first.id),
      [],
    );
    await page.getByRole('button', { name: 'Sandbox' }).click();
    await page.getByRole('button', { name: 'Continue to Sandbox' }).waitFor();
  });

  const own = [app.baseUrl, ...platforms.map(({ server }) => server.url)];
  assert.deepEqual(
    world.complaints.filter((each) => !own.some((url) => each.startsWith(`asked for ${url}/`))),
    [],
  );
});
