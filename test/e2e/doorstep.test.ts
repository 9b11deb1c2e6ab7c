// The pages around signing in in a real browser: light and dark, phone and desktop: nothing is cut, nothing is asked of another host, and axe
// finds nothing serious.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { browserOf, linkFor } from '../doors/console/browser.ts';
import { startTestApp } from '../harness.ts';
import { closeBrowsers, enterBy, openBrowser } from './chromium.ts';
import { FAULTS_OF_LAYOUT, picture, seriousOf } from './look.ts';

after(closeBrowsers);

test('the doorstep in a browser', async (t) => {
  const empty = await startTestApp();
  t.after(() => empty.close());
  const used = linkFor(empty.base);
  await browserOf(empty).submit(used, {});
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [360, 1280]) {
      await t.test(`${scheme}, ${width} wide`, async (t) => {
        const { context, complaints } = await openBrowser(t, empty.baseUrl, {
          colorScheme: scheme,
          viewport: { width, height: 900 },
          bypassCSP: true,
        });
        const page = await context.newPage();
        const look = async (path: string, name: string, heading: RegExp): Promise<void> => {
          await page.goto(empty.baseUrl + path);
          assert.match((await page.locator('h1').textContent()) ?? '', heading);
          await picture(page, `${name}-${scheme}-${width}`);
          assert.deepEqual(await page.evaluate(FAULTS_OF_LAYOUT), [], name);
          assert.deepEqual(await seriousOf(page), [], name);
        };
        await look('/console/', 'sign-in', /^Sign in$/);
        await look(used, 'used-link', /used already/);
        await look(linkFor(empty.base), 'sign-in-link', /^Sign in$/);
        await enterBy(page, empty.baseUrl + linkFor(empty.base));
        await look('/console/', 'setting-up', /^Overview$/);
        await look('/console/00000000-0000-4000-8000-000000000000/', 'missing', /^Not found/);
        // Refusals by status are on the browser's console, and nothing else is.
        assert.deepEqual(
          complaints.filter((each) => !/status of 4(?:01|04|10)/.test(each)),
          [],
        );
        await page.getByRole('button', { name: 'Sign out' }).click();
        assert.match((await page.locator('h1').textContent()) ?? '', /^Sign in$/);
      });
    }
  }
});
