// The demo shop of seeds/demo: its events are loaded into a profile as files would be. What its ads cost is read from the sandbox, to which the
// profile is connected (act/connections), and its visits come by the ads that its workspace has there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { writeWorld } from '../../../seeds/demo/files.ts';
import { SHOP } from '../../../seeds/demo/shop.ts';
import { generateWorld } from '../../../seeds/demo/world.ts';
import { workspaceOfProfile } from '../../account/places/index.ts';
import type { DemoShop } from '../../base/contract/slice-hooks.ts';
import { type Opening, sandboxOf } from '../../sandbox/index.ts';
import { backfillEvents } from '../events/index.ts';

/** Some ten thousand events: enough to check, and accepted within seconds. */
const WORLD = { seed: 20_261, days: 90, size: 0.4 };
/** Where there is none yet: its ads begin with the world. */
const SANDBOX: Opening = { seed: WORLD.seed, scale: WORLD.size, historyDays: WORLD.days };

export const demo: DemoShop = {
  settings: {
    name: `Demo: ${SHOP.name}`,
    currency: SHOP.currency,
    timezone: SHOP.timezone,
    domains: [SHOP.domain],
  },
  fill: async (base, profileId, createdAt) => {
    const market = (await sandboxOf(base)).market(workspaceOfProfile(base, profileId), SANDBOX);
    const folder = mkdtempSync(join(tmpdir(), 'tributary-demo-'));
    try {
      // The day before it was made, whenever this runs: another day would be another world.
      const result = Temporal.Instant.fromEpochMilliseconds(createdAt).toZonedDateTimeISO(SHOP.timezone);
      const lastDay = result.toPlainDate().subtract({ days: 1 }).toString();
      const files = writeWorld(folder, generateWorld({ ...WORLD, lastDay, market }));
      const { rejected, errors } = await backfillEvents(base, { profileId, file: files.events });
      if (rejected > 0) throw new Error(`the demo's rows were not all accepted: ${JSON.stringify(errors)}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
