// The demo shop of seeds/demo, loaded into a profile as files would be: spend first, then events.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { writeWorld } from '../../../seeds/demo/files.ts';
import { SHOP } from '../../../seeds/demo/shop.ts';
import { generateWorld } from '../../../seeds/demo/world.ts';
import type { Base } from '../../base/base.ts';
import type { DemoShop } from '../../base/contract/slice-hooks.ts';
import { backfillEvents } from '../events/index.ts';
import { backfillSpend } from './backfill.ts';

/** Some ten thousand events: enough to look at, and taken in within seconds. */
const WORLD = { seed: 20_261, days: 90, size: 0.4 };

export const demo: DemoShop = {
  settings: {
    name: `Demo: ${SHOP.name}`,
    currency: SHOP.currency,
    timezone: SHOP.timezone,
    domains: [SHOP.domain],
  },
  fill: async (base, profileId, createdAt) => {
    const folder = mkdtempSync(join(tmpdir(), 'tributary-demo-'));
    try {
      // The day before it was made, whenever this runs: another day would be another world.
      const made = Temporal.Instant.fromEpochMilliseconds(createdAt).toZonedDateTimeISO(SHOP.timezone);
      const lastDay = made.toPlainDate().subtract({ days: 1 }).toString();
      const files = writeWorld(folder, generateWorld({ ...WORLD, lastDay }));
      await load(base, backfillSpend, profileId, files.spend);
      await load(base, backfillEvents, profileId, files.events);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function load(base: Base, backfill: typeof backfillSpend, profileId: string, file: string): Promise<void> {
  const { rejected, errors } = await backfill(base, { profileId, file });
  if (rejected > 0) throw new Error(`the demo's rows were not all accepted: ${JSON.stringify(errors)}`);
}
