// The mapping of a CRM in a real browser, with scripts switched off: from the link to the provider and back, what each stage and form means,
// and a change of mind. Light and narrow, dark and wide; axe finds nothing. SCREENSHOTS=<folder> keeps a picture of every page.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { NOW_MS, startRecordWorld } from '../act/connections/records/record-world.ts';
import { startFakeHubSpot } from '../fakes/hubspot.ts';
import { closeBrowsers, openBrowser } from './chromium.ts';

after(closeBrowsers);

/** The page is no wider than its window, and nothing on it is out of reach. */
async function check(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth'), `${name} is wider than its window`);
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${name}: ${id} ${nodes[0]?.html}`),
    [],
  );
}

const press = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForLoadState();
};

for (const { scheme, width } of [
  { scheme: 'light', width: 390 },
  { scheme: 'dark', width: 1280 },
] as const)
  test(`stages and forms get their meaning; ${scheme}, ${width} wide`, async (t) => {
    const named = (name: string): string => `connect-crm-${scheme}-${width}-${name}`;
    const hubspot = await startFakeHubSpot(t);
    const w = await startRecordWorld(t, { hubspot: hubspot.settings });
    hubspot.contacts.set('1', { email: 'ana@example.com' });
    hubspot.move('11', { stage: 'closedwon', at: NOW_MS - 86_400_000, amount: '1200', contacts: ['1'] });
    const { url } = await w.link('hubspot');
    const options = { colorScheme: scheme, viewport: { width, height: 900 }, bypassCSP: true };
    const { context, complaints } = await openBrowser(t, w.app.baseUrl, options);
    const page = await context.newPage();
    await page.goto(url);
    await check(page, named('link'));
    await press(page, 'Continue to HubSpot');
    assert.match((await page.getByRole('status').textContent()) ?? '', /Nothing is read before/);
    await check(page, named('unmapped'));

    for (const [label, proposed] of [
      ['Stage: Sales: Closed won', 'closed_won'],
      ['Stage: Sales: Closed lost', ''],
      ['Form: Contact us', 'lead_created'],
    ] as const)
      assert.equal(await page.getByLabel(label).inputValue(), proposed);
    await page.getByLabel('Stage: Renewals: Renewed').selectOption('');
    await press(page, 'Save these outcomes');
    assert.match((await page.getByRole('status').textContent()) ?? '', /these are the outcomes/);
    assert.equal(await page.getByLabel('Stage: Sales: Closed won').inputValue(), 'closed_won');
    assert.equal(await page.getByLabel('Stage: Sales: Appointment').inputValue(), '');
    await check(page, named('mapped'));
    await w.work();
    assert.deepEqual(await w.outcomes(), ['closed_won 1200 EUR 2026-11-24']);

    await page.getByLabel('Stage: Sales: Closed won').selectOption('payment_received');
    await press(page, 'Save these outcomes');
    await w.work();
    assert.deepEqual(await w.outcomes(), ['payment_received 1200 EUR 2026-11-24']);
    assert.deepEqual(
      complaints.filter((each) => !each.startsWith(`asked for ${hubspot.server.url}/oauth/authorize`)),
      [],
    );
  });
