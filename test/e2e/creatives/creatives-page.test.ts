// Creatives in a real browser: analysis, leaderboard, a pattern, a draft, its handoff taken on, and the result of the ad that came of it.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { analyseJob } from '../../../src/act/creatives/analysis/analyse.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { QUESTION, startPatternWorld } from '../../act/creatives/pattern-world.ts';
import { ownMarket } from '../../act/own-market.ts';
import { linkFor } from '../../doors/console/browser.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { FAULTS_OF_LAYOUT, picture, seriousOf, settled } from '../look.ts';

after(closeBrowsers);

test('creatives', async (t) => {
  const w = await startPatternWorld(t, (name) => (name.startsWith(QUESTION) ? 5 : 16));
  const { app } = w;
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport: { width: 1280, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await enterBy(page, app.baseUrl + linkFor(app.base));
  const open = (tab: string) => page.goto(`${app.baseUrl}/console/${w.profileId}/creatives${tab}`);
  const look = async (name: string): Promise<void> => {
    await settled(page);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await picture(page, `creatives-${name}-${width}`);
      assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), [], name);
      assert.deepEqual(await seriousOf(page), [], name);
    }
  };

  await t.test('the leaderboard has its figures with receipts', async () => {
    await open('');
    await page.getByRole('heading', { name: /^1\. / }).waitFor();
    await look('leaderboard');
    await page.getByRole('button', { name: /Winners/ }).click();
    await page.getByRole('dialog').getByText('/top-performers/brief').first().waitFor();
    await page.keyboard.press('Escape');
  });

  await t.test('up to six ads are compared, with intervals and receipts', async () => {
    const boxes = page.getByRole('checkbox', { name: /^Compare/ });
    for (const at of [0, 1, 2, 3, 4, 5]) await boxes.nth(at).check();
    assert.equal(await boxes.nth(6).isDisabled(), true);
    const region = page.getByRole('region', { name: 'Compared ads' });
    assert.equal(await region.getByRole('row').count(), 7);
    await page.getByText('Median of the ads').first().waitFor();
    await look('comparison');
    await region
      .getByRole('button', { name: /^Spend/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('/top-performers').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Compare none' }).click();
    await region.waitFor({ state: 'detached' });
  });

  await t.test('the copilot answers with figures that open their receipts, and keeps the answer', async () => {
    await page.getByRole('button', { name: 'Which ads are best?' }).click();
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const status = page.getByRole('status');
    await status.getByText('Written by rule.').waitFor();
    await look('copilot');
    await status
      .getByRole('button', { name: /^cost per cash outcome: / })
      .first()
      .click();
    await page.getByRole('dialog').getByText('/top-performers').first().waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByText('Your earlier questions').click();
    await page.getByRole('heading', { name: 'Which ads are best?' }).waitFor();
  });

  await t.test('a person labels an ad by keys, and all are analysed', async () => {
    await open('/labels');
    await page.getByRole('button', { name: 'Analyse all ads' }).click();
    await page.getByText('All ads are analysed as they are now.').waitFor();
    await page.getByLabel('Hook').focus();
    await page.keyboard.press('q');
    await page.getByText(/^Ad 1 of/).waitFor();
    await look('labels');
    await page.getByRole('button', { name: 'Save and next' }).press('Enter');
    await page.getByText(/^Ad 2 of/).waitFor();
    await runDue(app.base, [analyseJob]);
  });

  await t.test('a pattern and its interval', async () => {
    await open('/patterns');
    await page.getByRole('row', { name: /Hook: question More/ }).waitFor();
    await look('patterns');
    await open('/archetypes');
    await page
      .getByText(/of spend/)
      .first()
      .waitFor();
    await look('archetypes');
    await open('/studies');
    await page.getByText('Does retargeting sell?').waitFor();
    await look('studies');
  });

  for (const width of [1280, 390])
    await t.test(`a draft is handed off, taken on, and its ad has a result, ${width} wide`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await open('/roadmap');
      await page
        .getByRole('button', { name: /^Draft a test of/ })
        .first()
        .click();
      const row = page.getByRole('listitem').filter({ hasText: 'Drafted.' });
      await row.waitFor();
      const code = (await row.locator('code').first().textContent()) ?? '';
      if (width === 1280) await look('roadmap');
      await page.setViewportSize({ width, height: 900 });
      await row.getByRole('button', { name: 'Hand it off' }).click();
      const test = page.getByRole('listitem').filter({ hasText: code });
      const brief = await test.getByRole('link', { name: /\/h\// }).getAttribute('href');
      const other = await openBrowser(t, app.baseUrl, { viewport: { width: 390, height: 844 } });
      const decide = await other.context.newPage();
      await decide.goto(brief ?? '');
      await decide.getByText(code).waitFor();
      await enterBy(decide, app.baseUrl + linkFor(app.base));
      await decide.goto(brief ?? '');
      await decide.getByRole('button', { name: 'Take it on' }).click();
      await page.reload();
      await test.getByText('Taken on.').waitFor();
      // The ad is made at the platform.
      const { data } = (await w.api.get(`/workspaces/${app.workspaceId}/test-roadmap`)).body;
      const drafted = data.filter(({ run_id }: { run_id: string | null }) => run_id !== null);
      const { parent: of } = drafted.at(width === 1280 ? 0 : -1);
      const market = (await ownMarket(app)).market();
      const parent = market.ads.find(({ id }) => id === of.ad_id) ?? assert.fail(of.ad_id);
      market.ads.push({ ...parent, id: `9900${width}`, name: `The new one ${code}` });
      await w.readSpend();
      await page.reload();
      await page.getByText(new RegExp(`The new one ${code}.*(?:no spend yet|probability|another ad set)`)).waitFor();
      await look(`result-${width}`);
    });

  assert.deepEqual(complaints, []);
});
