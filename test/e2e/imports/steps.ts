// What tests do on the page Import: choose a file, see what it brings, import it.
import type { Page } from 'playwright-core';
import { commitJob } from '../../../src/act/uploads/commit.ts';
import type { Base } from '../../../src/base/base.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import type { TestApp } from '../../harness.ts';
import { until } from '../../until.ts';
import { settled } from '../look.ts';

interface ChosenFile {
  name: string;
  content: string | Buffer;
}

/** Chooses a file on the page Import; it is read, and what it is and brings is shown. */
export async function chooseFile(page: Page, { name, content }: ChosenFile): Promise<void> {
  const buffer = Buffer.from(content);
  await page.getByLabel('Drop files here, or choose them').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await settled(page);
}

/** A figure of what the file would bring. */
export const tile = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Preview' })
    .locator('.import-tiles > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');

/** Lets an import run to its end, which the page shows. */
export async function untilImported(page: Page, base: Base): Promise<void> {
  const end = page.getByText(/ new, .* already known/);
  await until(async () => {
    await runDue(base, [commitJob]);
    return (await end.count()) > 0;
  }, 'the import has ended');
}

/** Presses the button, and lets the import run to its end. */
export async function importFile(page: Page, app: TestApp): Promise<void> {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await untilImported(page, app.base);
  await app.settle();
}

/** Answers whose spend a sheet is that does not say it. @param platform Left out where the file says it. */
export async function nameAccount(page: Page, { platform, account }: { platform?: string; account: string }): Promise<void> {
  for (const [name, value] of [
    ['Ad platform', platform],
    ['Ad account', account],
  ] as const) {
    if (value === undefined) continue;
    const asked = page.getByRole('group').getByRole('textbox', { name });
    await asked.fill(value);
    await asked.press('Tab');
    await settled(page);
  }
}
