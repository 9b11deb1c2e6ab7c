// A real service with the demo's invented shop in it, for tests in a browser.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWorld } from '../../seeds/demo/files.ts';
import { SHOP } from '../../seeds/demo/shop.ts';
import { generateWorld } from '../../seeds/demo/world.ts';
import { connectDemo } from '../../src/act/connections/index.ts';
import { backfillEvents } from '../../src/collect/events/index.ts';
import { backfillSpend } from '../../src/collect/spend/index.ts';
import { settle } from '../../src/credit/pipeline/index.ts';
import { type Market, stopSandbox } from '../../src/sandbox/index.ts';
import { ownMarket } from '../act/own-market.ts';
import { startTestApp, type TestApp, type TestOptions } from '../harness.ts';
import { startWorld } from '../worlds.ts';

const LAST_DAY = '2026-03-30';

const OPTIONS: TestOptions = {
  at: '2026-03-31T12:00:00Z',
  installation: { profile: `${SHOP.name} shop`, currency: SHOP.currency, timezone: SHOP.timezone, domain: SHOP.domain },
};

const SMALL = { seed: 7, days: 70, size: 0.5 };

/** Puts a world's events in, after what `load` does with its files, and computes. */
async function fill(app: TestApp, world: typeof SMALL, load: (folder: string) => Promise<unknown>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-world-'));
  try {
    writeWorld(folder, generateWorld({ ...world, lastDay: LAST_DAY }));
    await load(folder);
    await backfillEvents(app.base, { profileId: app.profileId, file: join(folder, 'events.csv') });
    await settle(app.base, app.profileId, { fit: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Seventy days, so that the last thirty have thirty to be compared with. */
export const openDemoShop = (): Promise<TestApp> =>
  startWorld({
    name: 'demo-shop',
    options: OPTIONS,
    fill: (app) =>
      fill(app, SMALL, (folder) => backfillSpend(app.base, { profileId: app.profileId, file: join(folder, 'spend.csv') })),
  });

const WHOLE = { seed: 7, days: 70, size: 1 };

export interface ConnectedShop {
  app: TestApp;
  sandbox: { market: () => Market };
}

/** The shop as `tributary demo` has it: its ads and their spend are read from the sandbox. @param change Of the platform, before it is read. */
export async function openConnectedShop(change: (market: Market) => void = () => undefined): Promise<ConnectedShop> {
  const app = await startTestApp(OPTIONS);
  try {
    const sandbox = await ownMarket(app, { seed: WHOLE.seed, scale: WHOLE.size, historyDays: WHOLE.days });
    change(sandbox.market());
    await fill(app, WHOLE, () => connectDemo(app.base, app.profileId));
    return { app, sandbox };
  } catch (error) {
    await app.close();
    throw error;
  }
}

export async function closeConnectedShop({ app }: ConnectedShop): Promise<void> {
  await stopSandbox(app.base);
  await app.close();
}
