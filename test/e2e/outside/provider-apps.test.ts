// The wizard of a provider's app in a real browser: from the page Connections to a platform without variables, over a secret of another app, to a
// connected account, in light, dark and at phone width.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { metaAccount } from '../../act/connections/meta-world.ts';
import { linkFor } from '../../doors/console/browser.ts';
import { startFakeMeta } from '../../fakes/meta.ts';
import { startTestApp } from '../../harness.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { changeWindow, checkLook } from '../look.ts';

after(closeBrowsers);

test('the wizard of an app', async (t) => {
  const meta = await startFakeMeta(t, [metaAccount('102', 'North')]);
  const { url, clientId, clientSecret } = meta.settings;
  const app = await startTestApp({ config: { providers: { meta: { url } } } });
  t.after(() => app.close());
  const { context, complaints } = await openBrowser(t, app.baseUrl, { bypassCSP: true });
  const page = await context.newPage();
  await enterBy(page, app.baseUrl + linkFor(app.base));
  const look = async (name: string): Promise<void> => {
    for (const [width, scheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
    ] as const) {
      await changeWindow(page, width, scheme);
      await checkLook(page, `provider-app-${name}-${width}-${scheme}`);
    }
    await changeWindow(page, 1280, 'light');
  };

  await t.test('is reached from the page Connections, with what to enter at the platform', async () => {
    await page.goto(`${app.baseUrl}/console/${app.profileId}/connections`);
    await page.getByRole('region', { name: 'Ads' }).getByRole('link', { name: 'Meta' }).click();
    await page.getByText(`${app.baseUrl}/connect/meta/callback`).waitFor();
    await page.getByText('ads_read').waitFor();
    await look('empty');
  });

  await t.test('says in the words of the platform that the secret is another', async () => {
    await page.getByLabel('App ID').fill(clientId);
    await page.getByLabel('App secret').fill('the-secret-of-another');
    await page.getByRole('button', { name: 'Check and save' }).click();
    await page
      .getByRole('alert')
      .getByText(/Error validating application/)
      .waitFor();
    await look('refused');
  });

  await t.test('keeps the right one, tests it, and an account is connected through it', async () => {
    await page.getByLabel('App secret').fill(clientSecret);
    await page.getByRole('button', { name: 'Check and save' }).click();
    await page.getByRole('region', { name: 'Test the app' }).getByText('Meta knows this app and its secret.').waitFor();
    assert.ok(!(await page.content()).includes(clientSecret));
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Meta knows this app and its secret.').waitFor();
    await look('kept');
    await page.getByRole('link', { name: 'Connect an account' }).click();
    await page.getByRole('button', { name: 'Meta', exact: true }).click();
    await page.getByRole('button', { name: 'Continue to Meta' }).click();
    await page.waitForURL(/\/connections\?connection_id=/);
    await page.getByRole('region', { name: 'Meta', exact: true }).getByText('Connected').waitFor();
  });

  await t.test('is one of a list, and is removed after a question', async () => {
    await page.goto(`${app.baseUrl}/console/${app.profileId}/connections/apps`);
    await page.getByRole('row', { name: /Meta/ }).getByText('Entered here').waitFor();
    await look('list');
    await page.getByRole('link', { name: 'Meta' }).click();
    await page.getByRole('button', { name: 'Remove the app' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the app' }).click();
    await page.getByRole('button', { name: 'Check and save', exact: true }).waitFor();
    assert.equal(await page.getByLabel('App ID').inputValue(), '');
  });
  assert.deepEqual(
    complaints.filter((each) => !each.includes('422') && !each.startsWith(`asked for ${meta.settings.url}`)),
    [],
  );
});
