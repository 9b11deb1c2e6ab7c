// A real service with the demo's invented shop in it, for tests in a browser.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWorld } from '../../seeds/demo/files.ts';
import { SHOP } from '../../seeds/demo/shop.ts';
import { generateWorld } from '../../seeds/demo/world.ts';
import { backfillEvents } from '../../src/collect/events/index.ts';
import { backfillSpend } from '../../src/collect/spend/index.ts';
import { settle } from '../../src/credit/pipeline/index.ts';
import { startTestApp, type TestApp } from '../harness.ts';

const LAST_DAY = '2026-03-30';

/** Seventy days, so that the last thirty have thirty to be compared with. */
export async function openDemoShop(): Promise<TestApp> {
  const app = await startTestApp({
    at: '2026-03-31T12:00:00Z',
    installation: { profile: `${SHOP.name} shop`, currency: SHOP.currency, timezone: SHOP.timezone, domain: SHOP.domain },
  });
  const folder = mkdtempSync(join(tmpdir(), 'tributary-world-'));
  try {
    writeWorld(folder, generateWorld({ seed: 7, lastDay: LAST_DAY, days: 70, size: 0.5 }));
    const { profileId } = app;
    await backfillSpend(app.base, { profileId, file: join(folder, 'spend.csv') });
    await backfillEvents(app.base, { profileId, file: join(folder, 'events.csv') });
    await settle(app.base, profileId, { fit: true });
    return app;
  } catch (error) {
    await app.close();
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
