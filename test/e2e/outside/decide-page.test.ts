// The page of recommendations in a real browser: by money, with all ads on one line, why and what would change it, what is withheld, and a
// dismissal; the name of an ad is nothing but a name.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { unbroken } from '../../../console/words/format.ts';
import { ownMarket } from '../../act/own-market.ts';
import { startAdviceWorld } from '../../act/recommendations/advice-world.ts';
import { linkFor } from '../../doors/console/browser.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { checkLook, settled } from '../look.ts';

after(closeBrowsers);

const HOSTILE = '<img src=x onerror=alert(1)>\u202Egnp.1';
const COSTS = {
  'Oak standing desks': 8,
  [HOSTILE]: 9,
  'Reel: the workshop': 45,
  'Carousel: desks': 46,
  'Light for late hours': 70,
};

test('recommendations are decided on', async (t) => {
  const w = await startAdviceWorld(t, ({ ads }) => {
    const official = ads.find(({ name }) => name === 'Official shop');
    if (official) official.name = HOSTILE;
  });
  await w.sell('2026-10-28', COSTS);
  await w.evaluate();
  const open = (await w.list()).toSorted((a, b) => Number(b.expected_impact_dollars) - Number(a.expected_impact_dollars));
  assert.ok(open.length >= 3);
  const { baseUrl, base } = w.app;
  const { market } = await ownMarket(w.app);
  const { context, complaints } = await openBrowser(t, baseUrl, { viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime('2026-11-25T12:00:00Z');
  await enterBy(page, baseUrl + linkFor(base));
  const look = (name: string): Promise<void> => checkLook(page, name);

  await t.test('three of them are on the overview', async () => {
    await page.goto(`${baseUrl}/console/${w.profileId}/`);
    const panel = page.getByRole('region', { name: 'To decide' });
    await panel.getByRole('link').first().waitFor();
    assert.equal(await panel.locator('li').count(), 3);
    await panel.getByRole('link', { name: /decisions/ }).click();
    await page.waitForURL(/\/decide$/);
  });

  await t.test('the inbox has the sentence of each, by money, and why', async () => {
    await settled(page);
    const cards = page.locator('.decide-card');
    assert.equal(await cards.count(), open.length);
    for (const [at, { rationale, action }] of open.entries()) {
      const text = (await cards.nth(at).textContent()) ?? '';
      for (const part of [rationale.text, action.text].map(unbroken)) assert.ok(text.includes(part), part);
    }
    await cards.filter({ has: page.getByRole('heading', { name: '<img src=x onerror=alert(1)>' }) }).waitFor();
    assert.equal(await page.locator('img[src=x]').count(), 0);
    const first = cards.first();
    await first.locator('.strip-dot').first().waitFor({ state: 'attached' });
    await first.getByRole('button', { name: 'Why, and what would change it' }).click();
    await first.getByText('What would change it:').waitFor();
    await first.getByText(/models agree/).waitFor();
    await look('decide');
    await page.setViewportSize({ width: 390, height: 844 });
    await look('decide-phone');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await look('decide-dark');
  });

  const adOf = (name: string) => market().ads.find((ad) => ad.name === name) ?? assert.fail(name);
  const statusOf = (name: string) => adOf(name).statuses.at(-1)?.value;
  const card = (name: string) => page.locator('.decide-card').filter({ has: page.getByRole('heading', { name }) });
  const results = page.getByRole('status');

  await t.test('a pause is applied at the platform, and taken back', async () => {
    await card('Light for late hours').getByRole('button', { name: 'Apply' }).click();
    const dialog = page.getByRole('dialog', { name: 'Apply the recommendation?' });
    await dialog.getByText('Active → Paused').waitFor();
    await look('decide-apply');
    assert.equal(statusOf('Light for late hours'), 'ACTIVE');
    await dialog.getByRole('button', { name: 'Apply it' }).click();
    const result = results.filter({ hasText: 'Paused at sandbox.' });
    await result.waitFor();
    assert.equal(statusOf('Light for late hours'), 'PAUSED');
    await card('Light for late hours').waitFor({ state: 'detached' });
    await look('decide-applied');
    await result.getByRole('button', { name: 'Undo' }).click();
    await results.filter({ hasText: 'Resumed at sandbox.' }).waitFor();
    assert.equal(statusOf('Light for late hours'), 'ACTIVE');
  });

  await t.test('a budget waits for an approval, and nothing is written before', async () => {
    const { adSetId } = adOf('Oak standing desks');
    const budget = () =>
      market()
        .adSets.find(({ id }) => id === adSetId)
        ?.budgets.at(-1)?.value ?? 0;
    const before = budget();
    await card('Oak standing desks').getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Request an approval' }).click();
    const waiting = results.filter({ hasText: 'Waits for an approval.' });
    await waiting.waitFor();
    assert.equal(budget(), before);
    await card('Oak standing desks').getByText('Waits for an approval by an owner or admin').waitFor();
    await page.goto(`${baseUrl}/console/${w.profileId}/decide`);
    await settled(page);
  });

  await t.test('what is withheld says why, and a dismissal is scored', async () => {
    const [{ id }] = (await w.list()).toSorted((a, b) => Number(b.expected_impact_dollars) - Number(a.expected_impact_dollars));
    await page.locator('.decide-card').first().getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('textbox').fill('The offer ends this week.');
    await page.getByRole('button', { name: 'Dismiss it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual(
      (await w.list({ status: 'dismissed' })).map((each) => each.id),
      [id],
    );
    await page.getByRole('link', { name: 'Withheld' }).click();
    const [withheld] = await w.list({ status: 'withheld' });
    await page.getByText(withheld.withheld.text).first().waitFor();
    await page.getByRole('link', { name: 'Decided' }).click();
    await page.getByRole('table').getByRole('row').filter({ hasText: 'Dismissed' }).first().waitFor();
    await look('decide-decided');
  });
  assert.deepEqual(complaints, []);
});
