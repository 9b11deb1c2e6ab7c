// URL parameters in a real browser: chosen, seen before they are set, set at the platform with a result for each ad, and taken back.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ownMarket } from '../../act/own-market.ts';
import { startAdviceWorld } from '../../act/recommendations/advice-world.ts';
import { linkFor } from '../../doors/console/browser.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { checkLook } from '../look.ts';

after(closeBrowsers);

const AD = 'Light for late hours';
const OWN = 'utm_source=facebook';

test('ads get URL parameters, and give them back', async (t) => {
  const w = await startAdviceWorld(t, ({ ads, creatives }) => {
    const ad = ads.find(({ name }) => name === AD);
    const creative = creatives.find(({ id }) => id === ad?.creatives.at(-1)?.value);
    if (creative) creative.urlTags = OWN;
  });
  const { market } = await ownMarket(w.app);
  const tagsNow = (): string | undefined => {
    const ad = market().ads.find(({ name }) => name === AD);
    return market().creatives.find(({ id }) => id === ad?.creatives.at(-1)?.value)?.urlTags;
  };
  assert.equal(tagsNow(), OWN);
  const { baseUrl, base } = w.app;
  const { context, complaints } = await openBrowser(t, baseUrl, { viewport: { width: 1440, height: 900 }, bypassCSP: true });
  const page = await context.newPage();
  await page.clock.setFixedTime(w.app.clock.now());
  await enterBy(page, baseUrl + linkFor(base));
  await page.goto(`${baseUrl}/console/${w.profileId}/quality/ad-ids`);
  const look = (name: string): Promise<void> => checkLook(page, name);
  const panel = page.getByRole('region', { name: 'URL parameters' });

  await t.test('after a preview that is acknowledged', async () => {
    await page.getByRole('checkbox', { name: `Set URL parameters on ${AD}` }).click();
    await look('url-tags');
    await panel.getByRole('button', { name: 'Set them on 1 ad' }).click();
    const dialog = page.getByRole('dialog', { name: /Set URL parameters/ });
    await dialog.getByText(`Now: ${OWN}`).waitFor();
    await dialog.getByText(/^Then: .*ad_id=/).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Set the parameters' }).isDisabled(), true);
    await dialog.getByRole('checkbox').click();
    await look('url-tags-preview');
    await dialog.getByRole('button', { name: 'Set the parameters' }).click();
    await dialog.waitFor({ state: 'detached' });
    await panel.getByText(`${AD}: set: `).waitFor();
    assert.match(tagsNow() ?? '', /^utm_source=facebook&.*ad_id=/);
    await look('url-tags-set');
  });

  await t.test('and taken back, to what the ad had', async () => {
    await panel.getByRole('button', { name: 'Take it back' }).click();
    const dialog = page.getByRole('dialog', { name: /Take the URL parameters back/ });
    await dialog.getByRole('checkbox').click();
    await dialog.getByRole('button', { name: 'Take them back' }).click();
    await dialog.waitFor({ state: 'detached' });
    await panel.getByText('Taken back, applied on').waitFor();
    assert.equal(tagsNow(), OWN);
    await page.setViewportSize({ width: 390, height: 844 });
    await look('url-tags-phone');
    await page.emulateMedia({ colorScheme: 'dark' });
    await look('url-tags-dark');
  });
  assert.deepEqual(complaints, []);
});
