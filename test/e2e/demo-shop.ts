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
import { type Market, type Sandbox, sandboxOf, stopSandbox } from '../../src/sandbox/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';

const LAST_DAY = '2026-03-30';

const newApp = (): Promise<TestApp> =>
  startTestApp({
    at: '2026-03-31T12:00:00Z',
    installation: { profile: `${SHOP.name} shop`, currency: SHOP.currency, timezone: SHOP.timezone, domain: SHOP.domain },
  });

/** The app with the world's events in it, closed if that fails. */
async function loaded(app: TestApp, world: typeof SMALL, load: (folder: string) => Promise<unknown>): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-world-'));
  try {
    writeWorld(folder, generateWorld({ ...world, lastDay: LAST_DAY }));
    await load(folder);
    await backfillEvents(app.base, { profileId: app.profileId, file: join(folder, 'events.csv') });
    await settle(app.base, app.profileId, { fit: true });
    return app;
  } catch (error) {
    await app.close();
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const SMALL = { seed: 7, days: 70, size: 0.5 };

/** Seventy days, so that the last thirty have thirty to be compared with. */
export async function openDemoShop(): Promise<TestApp> {
  const app = await newApp();
  return loaded(app, SMALL, (folder) => backfillSpend(app.base, { profileId: app.profileId, file: join(folder, 'spend.csv') }));
}

const WHOLE = { seed: 7, days: 70, size: 1 };

export interface ConnectedShop {
  app: TestApp;
  sandbox: Sandbox;
}

/** The shop as `tributary demo` has it: its ads and their spend are read from the sandbox. @param change Of the platform, before it is read. */
export async function openConnectedShop(change: (market: Market) => void = () => undefined): Promise<ConnectedShop> {
  const app = await newApp();
  const sandbox = await sandboxOf(app.base, { seed: WHOLE.seed, scale: WHOLE.size, historyDays: WHOLE.days });
  change(sandbox.market());
  await loaded(app, WHOLE, () => connectDemo(app.base, app.profileId));
  return { app, sandbox };
}

export async function closeConnectedShop({ app }: ConnectedShop): Promise<void> {
  await stopSandbox(app.base);
  await app.close();
}
