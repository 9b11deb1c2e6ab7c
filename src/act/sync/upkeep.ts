// The upkeep of deliveries: old ones are forgotten, a lane that lost its job gets another, and what state and ledger have is compared.
import type { Base } from '../../base/base.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { LEDGER } from './delivery.ts';
import { HOUR_MS, WINDOW_MS } from './follow.ts';
import { wakeLane } from './lane.ts';
import { compareItems } from './open-items.ts';

/** Longer than anything is compared with. */
const KEPT_MS = WINDOW_MS + 10 * 24 * HOUR_MS;

export const syncUpkeep = defineSchedule({
  kind: 'conversion_upkeep',
  times: { everySeconds: 3_600 },
  leaseSeconds: 120,
  retry: { attempts: 3 },
  failureText: 'the upkeep of conversion deliveries failed; the service retries automatically',
  run: async (base: Base) => {
    const before = base.clock.now() - KEPT_MS;
    await base.ledger.forget(LEDGER, before);
    const { statement } = base.state;
    const waiting = [...statement('act/sync/items_waiting').all(), ...statement('act/sync/destinations_sending').all()];
    base.state.tx(() => {
      statement('act/sync/items_forget').run({ before });
      statement('act/sync/marks_forget').run({ before: Math.floor(before / HOUR_MS) });
      for (const { destination_id, profile_id } of waiting)
        wakeLane(base, { destinationId: destination_id, profileId: profile_id });
    });
    await compareItems(base);
  },
});
