// A real Chromium for tests: Debian's, headless, with a new profile folder for each browser, which goes with it. It stays on this
// machine: what a browser does by itself is off, and a request to another host fails the test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { chromiumPath } from '../../bin/chromium.ts';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What a page did that a page of ours must not do. */
export interface Watched {
  context: BrowserContext;
  /** Requests to other hosts, messages on the console, errors of scripts, refusals by the policy. */
  complaints: string[];
}

export async function openBrowser(
  t: TestContext,
  address: string,
  { args = [], ...options }: BrowserContextOptions & { args?: string[] },
): Promise<Watched> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-chromium-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    args: [...FLAGS, ...args],
    ...options,
  });
  t.after(async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const complaints: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(`${address}/`) && !request.url().startsWith('data:'))
      complaints.push(`asked for ${request.url()}`);
  });
  context.on('requestfailed', (request) => complaints.push(`${request.url()} failed: ${request.failure()?.errorText}`));
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(`error: ${error.error().message}`));
  return { context, complaints };
}
