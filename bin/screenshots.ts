// Takes a picture of each page of the console in light, dark and phone width, from a demo in a temporary folder. A new page gets an entry
// in PAGES and nothing else. `--docs` also writes the pictures that README and docs use into docs/images.
// `--only NAME` takes the pages whose names begin so. `--accept` takes none: it writes the references of the main pages, with which
// test/e2e/workbench.test.ts compares them.
// usage: npm run screenshots -- [--out FOLDER] [--only NAME] [--docs] | --accept
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM_FLAGS, chromiumPath } from './chromium.ts';

/** The parts of a path. */
interface Shop {
  profileId: string;
  workspaceId: string;
  /** Paths of shared reports, by page. */
  shared: Readonly<Record<string, string>>;
}

/** Pages that are shared to show what their readers see. */
const SHARED = ['', 'attribution', 'payback', 'paths'];

interface ConsolePage {
  name: string;
  path: (shop: Shop) => string;
  isPublic?: true;
}

const PAGES: ConsolePage[] = [
  { name: 'overview', path: ({ profileId }) => `/console/${profileId}/` },
  { name: 'portfolio', path: ({ workspaceId }) => `/console/workspaces/${workspaceId}/portfolio` },
  { name: 'customers', path: ({ profileId }) => `/console/${profileId}/customers` },
  { name: 'inbox', path: ({ profileId }) => `/console/${profileId}/inbox` },
  { name: 'inbox-blocked', path: ({ profileId }) => `/console/${profileId}/inbox/blocked` },
  { name: 'identity', path: ({ profileId }) => `/console/${profileId}/identity` },
  { name: 'identity-repair', path: ({ profileId }) => `/console/${profileId}/identity/repair` },
  { name: 'payments', path: ({ profileId }) => `/console/${profileId}/payments` },
  { name: 'sales-seen-twice', path: ({ profileId }) => `/console/${profileId}/sales-seen-twice` },
  { name: 'payments-imports', path: ({ profileId }) => `/console/${profileId}/payments/imports` },
  { name: 'import', path: ({ profileId }) => `/console/${profileId}/import` },
  { name: 'connections', path: ({ profileId }) => `/console/${profileId}/connections` },
  { name: 'connections-apps', path: ({ profileId }) => `/console/${profileId}/connections/apps` },
  { name: 'connections-app', path: ({ profileId }) => `/console/${profileId}/connections/apps/google_ads` },
  { name: 'ads', path: ({ profileId }) => `/console/${profileId}/ads` },
  { name: 'ads-table', path: ({ profileId }) => `/console/${profileId}/ads?form=table` },
  { name: 'decide', path: ({ profileId }) => `/console/${profileId}/decide` },
  { name: 'decide-withheld', path: ({ profileId }) => `/console/${profileId}/decide/withheld` },
  { name: 'decide-agents', path: ({ profileId }) => `/console/${profileId}/decide/agents` },
  { name: 'decide-decided', path: ({ profileId }) => `/console/${profileId}/decide/applied` },
  { name: 'creatives', path: ({ profileId }) => `/console/${profileId}/creatives` },
  { name: 'creatives-patterns', path: ({ profileId }) => `/console/${profileId}/creatives/patterns` },
  { name: 'creatives-archetypes', path: ({ profileId }) => `/console/${profileId}/creatives/archetypes` },
  { name: 'creatives-roadmap', path: ({ profileId }) => `/console/${profileId}/creatives/roadmap` },
  { name: 'creatives-labels', path: ({ profileId }) => `/console/${profileId}/creatives/labels` },
  { name: 'creatives-studies', path: ({ profileId }) => `/console/${profileId}/creatives/studies` },
  { name: 'deliver', path: ({ profileId }) => `/console/${profileId}/deliver` },
  { name: 'deliver-privacy', path: ({ profileId }) => `/console/${profileId}/deliver/privacy` },
  { name: 'attribution', path: ({ profileId }) => `/console/${profileId}/attribution` },
  { name: 'boards', path: ({ profileId }) => `/console/${profileId}/boards` },
  { name: 'traffic', path: ({ profileId }) => `/console/${profileId}/traffic` },
  { name: 'traffic-pages', path: ({ profileId }) => `/console/${profileId}/traffic/pages` },
  { name: 'traffic-journeys', path: ({ profileId }) => `/console/${profileId}/traffic/journeys` },
  { name: 'traffic-funnel', path: ({ profileId }) => `/console/${profileId}/traffic/funnel` },
  { name: 'paths', path: ({ profileId }) => `/console/${profileId}/paths` },
  { name: 'economics', path: ({ profileId }) => `/console/${profileId}/economics` },
  { name: 'payback', path: ({ profileId }) => `/console/${profileId}/payback` },
  { name: 'why', path: ({ profileId }) => `/console/${profileId}/why` },
  { name: 'alerts', path: ({ profileId }) => `/console/${profileId}/alerts` },
  { name: 'alerts-rules', path: ({ profileId }) => `/console/${profileId}/alerts/rules` },
  { name: 'alerts-chats', path: ({ profileId }) => `/console/${profileId}/alerts/chats` },
  { name: 'reports', path: ({ profileId }) => `/console/${profileId}/reports` },
  { name: 'reports-schedules', path: ({ profileId }) => `/console/${profileId}/reports/schedules` },
  { name: 'why-campaigns', path: ({ profileId }) => `/console/${profileId}/why?channel=Paid+Social` },
  { name: 'known', path: ({ profileId }) => `/console/${profileId}/known` },
  { name: 'live', path: ({ profileId }) => `/console/${profileId}/live` },
  { name: 'quality', path: ({ profileId }) => `/console/${profileId}/quality` },
  { name: 'quality-coverage', path: ({ profileId }) => `/console/${profileId}/quality/coverage` },
  { name: 'quality-ad-ids', path: ({ profileId }) => `/console/${profileId}/quality/ad-ids` },
  { name: 'quality-utm', path: ({ profileId }) => `/console/${profileId}/quality/utm` },
  { name: 'quality-instruments', path: ({ profileId }) => `/console/${profileId}/quality/instruments` },
  { name: 'quality-safari', path: ({ profileId }) => `/console/${profileId}/quality/safari` },
  { name: 'quality-messages', path: ({ profileId }) => `/console/${profileId}/quality/messages` },
  { name: 'meaning', path: ({ profileId }) => `/console/${profileId}/meaning` },
  { name: 'meaning-channels', path: ({ profileId }) => `/console/${profileId}/meaning/channels` },
  { name: 'meaning-windows', path: ({ profileId }) => `/console/${profileId}/meaning/windows` },
  { name: 'meaning-costs', path: ({ profileId }) => `/console/${profileId}/meaning/costs` },
  { name: 'meaning-recompute', path: ({ profileId }) => `/console/${profileId}/meaning/recompute` },
  { name: 'webhooks', path: ({ profileId }) => `/console/${profileId}/webhooks` },
  { name: 'webhooks-events', path: ({ profileId }) => `/console/${profileId}/webhooks/events` },
  { name: 'page-of-links', path: ({ profileId }) => `/console/${profileId}/page-of-links` },
  { name: 'tracker', path: ({ profileId }) => `/console/${profileId}/tracker` },
  { name: 'setup', path: ({ profileId }) => `/console/${profileId}/setup` },
  { name: 'settings', path: ({ workspaceId }) => `/console/workspaces/${workspaceId}/settings` },
  { name: 'settings-sign-in', path: ({ workspaceId }) => `/console/workspaces/${workspaceId}/settings/sign-in` },
  { name: 'settings-profiles', path: ({ workspaceId }) => `/console/workspaces/${workspaceId}/settings/profiles` },
  { name: 'settings-keys', path: ({ workspaceId }) => `/console/workspaces/${workspaceId}/settings/keys` },
  { name: 'settings-apps', path: ({ workspaceId }) => `/console/workspaces/${workspaceId}/settings/apps` },
  { name: 'settings-agents', path: ({ workspaceId }) => `/console/workspaces/${workspaceId}/settings/agents` },
  { name: 'settings-privacy', path: ({ workspaceId }) => `/console/workspaces/${workspaceId}/settings/privacy` },
  { name: 'settings-audit', path: ({ workspaceId }) => `/console/workspaces/${workspaceId}/settings/audit` },
  { name: 'settings-mail', path: ({ workspaceId }) => `/console/workspaces/${workspaceId}/settings/mail` },
  { name: 'settings-workspace', path: ({ workspaceId }) => `/console/workspaces/${workspaceId}/settings/workspace` },
  { name: 'settings-plan', path: ({ workspaceId }) => `/console/workspaces/${workspaceId}/settings/plan` },
  { name: 'settings-snapshots', path: ({ workspaceId }) => `/console/workspaces/${workspaceId}/settings/snapshots` },
  ...SHARED.map((page) => ({ name: `shared-${page || 'overview'}`, path: ({ shared }: Shop) => shared[page] ?? '/' })),
  { name: 'new-workspace', path: () => '/console/workspaces/new' },
  { name: 'account', path: () => '/console/account' },
  { name: 'sign-in', path: () => '/console/sign-in', isPublic: true },
];

const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const;

/** The pictures that documents show. */
const IN_DOCS = ['overview-light', 'overview-dark', 'overview-phone'];

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(tmpdir(), 'tributary-screenshots') },
    only: { type: 'string', default: '' },
    docs: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
  },
});

if (values.accept) {
  const looks = ['--test', '--test-name-pattern', 'every page', 'test/e2e/workbench.test.ts'];
  const env = { ...process.env, ACCEPT_PICTURES: '1' };
  const { status } = spawnSync(process.execPath, looks, { cwd: join(import.meta.dirname, '..'), env, stdio: 'inherit' });
  process.exit(status ?? 1);
}

/** Everything that the process printed, once it has printed a match. */
async function printed(child: ChildProcess, match: RegExp): Promise<string> {
  let text = '';
  return new Promise((done, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (match.test(text)) done(text);
      });
    child.once('exit', () => failed(new Error(`The demo ended: ${text}`)));
  });
}

async function takePictures(browser: Browser, signedIn: BrowserContext, address: string, shop: Shop): Promise<void> {
  const signedOut = await browser.newContext();
  for (const { name, path, isPublic } of PAGES.filter((each) => each.name.startsWith(values.only))) {
    const page = await (isPublic ? signedOut : signedIn).newPage();
    for (const [look, { colorScheme, viewport }] of Object.entries(LOOKS)) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(address + path(shop), { waitUntil: 'networkidle' });
      const busy = page.locator('.skeleton, [aria-busy=true]');
      while ((await busy.count()) > 0) await page.waitForTimeout(30);
      await page.screenshot({ path: join(values.out, `${name}-${look}.png`) });
    }
    await page.close();
  }
}

async function shopOf(context: BrowserContext, link: string): Promise<Shop> {
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const [, profileId = ''] = /\/console\/([^/]+)\//.exec(page.url()) ?? [];
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL(/\/workspaces\//);
  const [, workspaceId = ''] = /\/workspaces\/([^/]+)/.exec(page.url()) ?? [];
  const shared: Record<string, string> = {};
  if (PAGES.some(({ name }) => name.startsWith(values.only) && name.includes('shared')))
    for (const path of SHARED) shared[path] = await share(page, new URL(`/console/${profileId}/${path}`, link).href);
  await page.close();
  return { profileId, workspaceId, shared };
}

/** Makes a snapshot of a page, as a person does. */
async function share(page: Page, address: string): Promise<string> {
  page.setDefaultTimeout(120_000);
  await page.goto(address);
  await page.getByRole('button', { name: 'Share these figures' }).click();
  await page.getByRole('button', { name: 'Make the link' }).click();
  return new URL((await page.locator('.share-form pre').textContent()) ?? '').pathname;
}

const data = mkdtempSync(join(tmpdir(), 'tributary-screenshots-data-'));
const args = [join(import.meta.dirname, '..', 'src', 'main.ts'), 'demo', '--port', '0'];
const env = { ...process.env, TRIBUTARY_DATA: data, TRIBUTARY_BALLAST_MB: '0', DISPLAY: '' };
const demo = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
const exit = once(demo, 'exit');
try {
  const text = await printed(demo, /Ctrl-C stops it/);
  const link = /http:\S+\/sign-in\/\S+/.exec(text)?.[0];
  if (!link) throw new Error(`The demo printed no link: ${text}`);
  mkdirSync(values.out, { recursive: true });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
  const context = await browser.newContext();
  const { origin } = new URL(link);
  const shop = await shopOf(context, link);
  await takePictures(browser, context, origin, shop);
  await browser.close();
  console.log(`${PAGES.length} pages, ${Object.keys(LOOKS).join(', ')}: ${values.out}`);
  const images = join(import.meta.dirname, '..', 'docs', 'images');
  if (values.docs) mkdirSync(images, { recursive: true });
  if (values.docs) for (const name of IN_DOCS) copyFileSync(join(values.out, `${name}.png`), join(images, `${name}.png`));
} finally {
  demo.kill('SIGTERM');
  await exit;
  rmSync(data, { recursive: true, force: true });
}
