// What the tracker costs a page: the time of the main thread that Chromium's trace lays to it, on a page with nothing else. Processor time of
// that thread, as the clock's misleads on a machine that others use.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../bin/chromium.ts';
import { getTrackerScript, type Script } from '../../src/collect/tracking/script.ts';
import { type Bench, withBase } from '../bench.ts';
import type { Figure } from '../figure.ts';
import { median } from '../numbers.ts';

const LOADS = 15;
const SETTLE_MS = 400;
const HOST = 'shop.example';
const CATEGORIES = ['devtools.timeline', 'v8', 'disabled-by-default-v8.compile', 'toplevel'];

interface TraceEvent {
  name: string;
  ph: string;
  tid: number;
  pid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { data?: { url?: string; scriptName?: string; fileName?: string } };
}

/** Of one load, in milliseconds. */
export interface Cost {
  script: number;
  load: number;
}

const urlOf = ({ args }: TraceEvent): string => args?.data?.url ?? args?.data?.scriptName ?? args?.data?.fileName ?? '';

/** Compiling, evaluating, and every later call of its functions; what is inside another counts once. */
function scriptMs(events: readonly TraceEvent[], name: string): number {
  const own = events.filter((event) => event.ph === 'X' && urlOf(event).includes(name)).sort((a, b) => a.ts - b.ts);
  let sum = 0;
  let end = 0;
  for (const { ts, dur = 0, tdur } of own) {
    if (ts < end) continue;
    sum += tdur ?? dur;
    end = ts + dur;
  }
  return sum / 1000;
}

async function traced(session: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }): void => void events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', { traceConfig: { includedCategories: CATEGORIES }, transferMode: 'ReportEvents' });
  await work();
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return events;
}

async function oneLoad(page: Page, session: CDPSession, address: string): Promise<Cost> {
  let load = 0;
  const events = await traced(session, async () => {
    await page.goto(address);
    await page.waitForTimeout(SETTLE_MS);
    load = await page.evaluate('performance.timing.loadEventEnd - performance.timing.navigationStart');
  });
  return { script: scriptMs(events, 'tracker.js'), load };
}

/** The costs of scripts in turns: a visitor's later pages, of one browser for all. */
export async function costsOf(scripts: Record<string, string>): Promise<Record<string, Cost[]>> {
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url as string, 'http://x');
    const [, name = ''] = pathname.split('/');
    if (pathname.endsWith('.js')) answer.setHeader('Content-Type', 'text/javascript').end(scripts[name]);
    else if (request.method === 'POST') answer.writeHead(204).end();
    else
      answer
        .setHeader('Content-Type', 'text/html')
        .end(
          `<!doctype html><title>Blank</title><link rel="icon" href="data:,"><script async src="/${name}/tracker.js"></script>`,
        );
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'tributary-chromium-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
  const browser = await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath(),
    args: [...flags, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
  });
  try {
    const page = await browser.newPage();
    const session = await browser.newCDPSession(page);
    const costs: Record<string, Cost[]> = Object.fromEntries(Object.keys(scripts).map((name) => [name, []]));
    for (let round = -1; round < LOADS; round += 1)
      for (const [name, found] of Object.entries(costs)) {
        const cost = await oneLoad(page, session, `http://${HOST}:${port}/${name}/`);
        if (round >= 0) found.push(cost); // the first only warms what the browser keeps
      }
    return costs;
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function scriptOf(bench: Bench): Promise<string> {
  const { dataDir, profiles } = await bench.place(1);
  const key = profiles[0]?.trackingKey as string;
  return withBase(dataDir, async (base) => {
    const script = (await getTrackerScript.run({ params: { public_key: key } } as never, base)) as Script;
    return script.encoded.identity.toString();
  });
}

export const tracker: Figure = {
  name: 'tracker',
  about: "the main thread's time that the tracker takes of a blank page",
  baseline: 'until the page has loaded',
  run: async (bench) => {
    const { now = [] } = await costsOf({ now: await scriptOf(bench) });
    const own = median(now.map(({ script }) => script));
    const load = median(now.map(({ load: ms }) => ms));
    return [
      {
        name: 'tracker',
        measured: { value: own, unit: 'ms' },
        baseline: { value: load, unit: 'ms', what: 'load' },
        ratio: own / load,
        targets: [{ of: 'main thread', found: own, atMost: 5, unit: 'ms' }],
        details: { best_ms: Math.min(...now.map(({ script }) => script)) },
      },
    ];
  },
};
