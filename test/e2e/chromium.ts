// A real Chromium for tests: Debian's, headless, one for the tests of a file. Each visitor is a context of it with cookies, storage and
// cache of its own, which go with it. It stays on this machine: what a browser does by itself is off, and a request to another host
// fails the test.
import type { TestContext } from 'node:test';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Download,
  type Page,
} from 'playwright-core';
import { CHROMIUM_FLAGS, chromiumPath } from '../../bin/chromium.ts';
import { WAIT_MS } from '../until.ts';

/** What a page did that a page of ours must not do. */
export interface Watched {
  context: BrowserContext;
  /** Requests to other hosts, messages on the console, errors of scripts, refusals by the policy. */
  complaints: string[];
}

/** What the browser saves. */
export async function textOf(download: Download): Promise<string> {
  let text = '';
  for await (const piece of await download.createReadStream()) text += String(piece);
  return text;
}

/** Opens a sign-in link and presses its button. */
export async function enterBy(page: Page, link: string, options: { waitUntil?: 'load' | 'networkidle' } = {}): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/console/sign-in'), options);
}

/** By the flags they were started with. */
const browsers = new Map<string, Promise<Browser>>();

/** For the `after` of each file that opens one. */
export async function closeBrowsers(): Promise<void> {
  const open = [...browsers.values()];
  browsers.clear();
  for (const browser of open) await (await browser).close();
}

function browserWith(args: string[]): Promise<Browser> {
  const name = args.join(' ');
  const flags = [...CHROMIUM_FLAGS, ...args];
  const browser = browsers.get(name) ?? chromium.launch({ executablePath: chromiumPath(), args: flags, timeout: WAIT_MS });
  browsers.set(name, browser);
  return browser;
}

export async function openBrowser(
  t: TestContext,
  address: string,
  { args = [], ...options }: BrowserContextOptions & { args?: string[] },
): Promise<Watched> {
  // What moves is waited for; a reader may ask that nothing does.
  const context = await (await browserWith(args)).newContext({ reducedMotion: 'reduce', ...options });
  t.after(() => context.close());
  // A slow machine draws late; what never comes is named by the limit of all waits.
  context.setDefaultTimeout(WAIT_MS);
  const complaints: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(`${address}/`) && !request.url().startsWith('data:'))
      complaints.push(`asked for ${request.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // Chromium ends what is on its way when a page is left or asks another question: no fault of the service.
    if (reason === 'net::ERR_ABORTED') return;
    complaints.push(`${request.url()} failed: ${reason}`);
  });
  context.on('console', (message) => {
    // A busy service says when to ask again, and the page does.
    if (message.text().includes('status of 503')) return;
    const complaint = `${message.type()}: ${message.text()}`;
    if (message.text().startsWith('Failed to load resource')) complaints.push(`${complaint} ${message.location().url}`);
    else if (message.type() === 'error' || message.type() === 'warning') complaints.push(complaint);
  });
  context.on('weberror', (error) => complaints.push(`error: ${error.error().message}`));
  return { context, complaints };
}
