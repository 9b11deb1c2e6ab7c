// Files that are imported by schedule or come by a link, in a real browser: the address, its preview and commit, what is said when the Sheet became private, and
// an upload by somebody without an account, in light, dark and at phone width.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { slice } from '../../../src/act/uploads/slice.ts';
import { runDue, scheduleNext } from '../../../src/base/work/runner.ts';
import { linkFor } from '../../doors/console/browser.ts';
import { type FakeFile, SIGN_IN_REDIRECT, startFileServer } from '../../fakes/apps/file-server.ts';
import { startTestApp } from '../../harness.ts';
import { until } from '../../until.ts';
import { closeBrowsers, enterBy, openBrowser } from '../chromium.ts';
import { changeWindow, checkLook } from '../look.ts';

after(closeBrowsers);

const HEADER = 'platform,account_id,day,currency,spend\n';

test('a file that is imported by schedule', async (t) => {
  const { server, files } = await startFileServer(t);
  const sheet: FakeFile = { text: `${HEADER}meta,77,2027-01-10,EUR,10.50\n` };
  files.set('/spreadsheets/d/1aBcDeFgHiJkLmNoPqRsT/export?format=csv&gid=0', sheet);
  const app = await startTestApp({
    at: '2027-01-15T12:00:00Z',
    installation: { currency: 'EUR', timezone: 'Europe/Berlin' },
    config: { providers: { google_sheets: { url: server.url } } },
  });
  t.after(() => app.close());
  const work = async (): Promise<void> => {
    const kinds = slice.jobs ?? [];
    for (const kind of kinds) for (const profileId of kind.profiles?.(app.base) ?? []) scheduleNext(app.base, kind, profileId);
    await runDue(app.base, kinds);
    await runDue(app.base, kinds);
  };
  const { context, complaints } = await openBrowser(t, app.baseUrl, { bypassCSP: true });
  const page = await context.newPage();
  await enterBy(page, app.baseUrl + linkFor(app.base));
  const open = () => page.goto(`${app.baseUrl}/console/${app.profileId}/import`);
  const look = async (name: string, shown = page): Promise<void> => {
    for (const [width, scheme] of [
      [1280, 'light'],
      [1280, 'dark'],
      [390, 'light'],
    ] as const) {
      await changeWindow(shown, width, scheme);
      await checkLook(shown, `import-schedule-${name}-${width}-${scheme}`);
    }
    await changeWindow(shown, 1280, 'light');
  };

  await t.test('is added by the address of a Google Sheet, looked at and committed', async () => {
    await open();
    await page.getByRole('button', { name: 'Add an address' }).click();
    await look('new');
    await page.getByRole('textbox', { name: 'Name' }).fill('Costs of the fair');
    await page
      .getByRole('textbox', { name: /^Address/ })
      .fill('https://docs.google.com/spreadsheets/d/1aBcDeFgHiJkLmNoPqRsT/edit?usp=sharing#gid=0');
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByRole('button', { name: /^Import/ }).click();
    await page.getByText('Running').or(page.getByText('Imported')).first().waitFor();
    await work();
    await open();
    await page.getByRole('row', { name: /Costs of the fair.*Runs/ }).waitFor();
    await look('runs');
  });

  await t.test('says that the Sheet became private', async () => {
    sheet.answer = SIGN_IN_REDIRECT;
    app.clock.advance(86_400_000);
    // A run that finds the import before it under way leaves it to the one a minute later.
    await until(async () => {
      app.clock.advance(60_000);
      await work();
      const { body } = await app.api(app.session).get('/import-schedules', { profile_id: app.profileId });
      return body.data[0].reason !== null;
    }, 'the schedule has asked for the Sheet');
    await open();
    await page.getByText('The Google Sheet is not shared any more', { exact: false }).waitFor();
    await look('private');
  });

  await t.test('is paused, resumed and removed', async () => {
    await page.getByRole('button', { name: 'Pause Costs of the fair' }).click();
    await page.getByRole('button', { name: 'Resume Costs of the fair' }).click();
    await page.getByRole('button', { name: 'Remove Costs of the fair' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('None yet. Costs of a fair', { exact: false }).waitFor();
  });

  await t.test('a bookkeeper uploads by a link, and the file waits here', async () => {
    await page.getByRole('button', { name: 'Make a link' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Costs of March');
    await look('new-link');
    await page.getByRole('button', { name: 'Make the link' }).click();
    const address = (await page.locator('.secret pre').textContent()) ?? '';
    await page.getByRole('row', { name: /Costs of March.*Works.*0 of 10/ }).waitFor();
    await look('link');

    const outside = await openBrowser(t, app.baseUrl, { bypassCSP: true });
    const upload = await outside.context.newPage();
    await upload.goto(new URL(new URL(address).pathname, app.baseUrl).href);
    await look('upload', upload);
    const file = { name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(`${HEADER}meta,77,2027-01-11,EUR,4\n`) };
    await upload.getByLabel('File').setInputFiles(file);
    await upload.getByRole('button', { name: 'Upload' }).click();
    await upload.getByText('Received.', { exact: false }).waitFor();
    await look('received', upload);
    assert.deepEqual(outside.complaints, []);

    await open();
    await page.getByRole('row', { name: /Costs of March.*1 of 10/ }).waitFor();
    await page.getByRole('link', { name: 'march.csv' }).waitFor();
    await page.getByRole('button', { name: 'End Costs of March' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await page.getByText('None yet. A link lets', { exact: false }).waitFor();
  });
  assert.deepEqual(complaints, []);
});
