// The page of what leaves the house in a real browser: a destination with what it accepted and why others were not sent, its conversions,
// pausing, and the privacy mode.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSyncWorld, type SyncWorld } from '../../act/sync/sync-world.ts';
import { linkFor } from '../../doors/console/browser.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { checkLook } from '../look.ts';

let world: SyncWorld;
const closers: (() => Promise<void> | void)[] = [];
before(async () => {
  world = await openSyncWorld({ after: (close) => void closers.push(close) });
  await world.enable(['payment_received']);
  world.endpoint.script = (events) => {
    const bad = events.flatMap(({ value }, index) => (value.amount === '2.000000' ? [index] : []));
    const rejected = bad.map((index) => ({ index, reason: 'bad_value' }));
    return bad.length > 0 ? { status: 422, body: JSON.stringify({ rejected }) } : undefined;
  };
  for (let n = 1; n <= 6; n += 1) await world.outcome(`sale ${n}`, { value: { amount: String(n), currency: 'USD' } });
  await world.sync();
});
after(closeBrowsers);
after(async () => {
  for (const close of closers.reverse()) await close();
});

test('a destination, its deliveries, its conversions and the mode', async (t) => {
  const { baseUrl, profileId, base, owner } = world;
  const { context, complaints } = await openBrowser(t, baseUrl, { viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  const look = (name: string): Promise<void> => checkLook(page, name);
  await enterBy(page, baseUrl + linkFor(base));
  await page.goto(`${baseUrl}/console/${profileId}/deliver`);
  await page.getByText('5 of 6').waitFor();
  await page.getByText('Refused by the destination').waitFor();
  await look('deliver');
  await page.setViewportSize({ width: 390, height: 844 });
  await look('deliver-phone');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Conversions' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name there' }).fill('Bought');
  await look('deliver-conversions');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/as Bought/).waitFor();
  assert.equal((await owner.get('/conversion-sync/catalog')).body.data.destinations[0].events[0].event_name, 'Bought');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused: Paused by a person').waitFor();
  assert.equal((await owner.get('/exports/destinations')).body.data[0].status, 'paused');

  await page.getByRole('link', { name: 'Deliveries' }).click();
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Refused by the destination' });
  await page.getByRole('row').filter({ hasText: 'Bad value' }).waitFor();
  assert.equal(await page.locator('tbody tr').count(), 1);
  await look('deliver-deliveries');

  await page.getByRole('link', { name: 'Privacy' }).click();
  await page.getByRole('radio', { name: /^Platform-Safe/ }).check();
  await page.getByRole('button', { name: 'Change the mode' }).click();
  await page.getByRole('heading', { name: 'Clean dataset at Meta' }).waitFor();
  assert.equal((await owner.get('/profile')).body.data.privacy_mode, 'platform_safe');
  await page.getByRole('button', { name: 'Check and make it' }).click();
  await page.getByText('adplatform_connection_required').waitFor();
  await look('deliver-privacy');
  await page.getByRole('link', { name: 'Audiences' }).click();
  await page.getByText('neither is connected').waitFor();
  await look('deliver-audiences');
  assert.deepEqual(
    complaints.filter((complaint) => !complaint.includes('status of 4')),
    [],
  );
});
