// The API reference in a real browser: the policy of the service's pages must let it work, and nothing leaves this machine.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { contract } from '../../src/base/contract/document.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { closeBrowsers, openBrowser } from './chromium.ts';
import { axeFaultsOf, seriousOf } from './look.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(closeBrowsers);
after(() => app?.close());

const tagNames = (): Set<unknown> =>
  new Set(
    Object.values(contract().document['paths'] as Record<string, Record<string, { tags: string[] }>>).flatMap((item) =>
      Object.values(item).flatMap((operation) => operation.tags),
    ),
  );

test('the API reference in a browser', async (t) => {
  const { context, complaints } = await openBrowser(t, app.baseUrl, { viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${app.baseUrl}/docs`);

  await t.test('lists every operation', async () => {
    const count = tagNames().size;
    const tags = page.locator('.opblock-tag');
    await tags.nth(count - 1).waitFor(); // drawn one after another
    // One tag open at a time: of many operations the page draws only those in sight.
    let operations = 0;
    for (let n = 0; n < count; n += 1) {
      await tags.nth(n).click();
      operations += await page.locator('.opblock-tag-section .opblock').count();
      await tags.nth(n).click();
    }
    assert.equal(operations, contract().operations.length);
  });

  await t.test('calls one with a key', async () => {
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const form = page.locator('.auth-container', { hasText: 'API key of one profile' });
    await form.locator('input').first().fill(app.apiKey);
    await form.locator('button[type="submit"]').click();
    await page.locator('.btn-done').first().click();
    await page.locator('#operations-tag-Profiles').click();
    const operation = page.locator('#operations-Profiles-getProfile');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByPlaceholder('profile_id').fill(app.profileId); // in place of the contract's example
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table .highlight-code');
    await answer.waitFor();
    assert.match((await answer.textContent()) ?? '', new RegExp(app.profileId));
  });

  await t.test('leads to the errors, which fit a phone', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${app.baseUrl}/docs/errors`);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360);
  });

  await t.test('breaks no rule of the policy and asks nothing of another host', () => {
    assert.deepEqual(complaints, []);
  });
});

// The order of headings in the reference is Swagger UI's.
test('the pages under /docs have no serious faults of access, light and dark', async (t) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { context, complaints } = await openBrowser(t, app.baseUrl, { colorScheme, bypassCSP: true });
    const page = await context.newPage();
    await page.goto(`${app.baseUrl}/docs`);
    await page.locator('.opblock-tag').first().click();
    await page.locator('.opblock-summary').first().click();
    await page.locator('.opblock-body .response-col_status').first().waitFor();
    assert.deepEqual(await seriousOf(page), [], `reference, ${colorScheme}`);
    await page.goto(`${app.baseUrl}/docs/errors`);
    assert.deepEqual(await axeFaultsOf(page), [], `errors, ${colorScheme}`);
    assert.deepEqual(complaints, []);
  }
});
