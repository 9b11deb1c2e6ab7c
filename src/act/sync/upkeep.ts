// The upkeep of deliveries and of what is known of conversions.
import { defineUpkeep } from '../../base/deliver/upkeep.ts';
import { deliveries } from './delivery.ts';
import { HOUR_MS, WINDOW_MS } from './follow.ts';
import { lanes } from './lane.ts';
import { compareOpen } from './open-items.ts';

export const syncUpkeep = defineUpkeep({
  kind: 'conversion_upkeep',
  failureText: 'the upkeep of conversion deliveries failed; the service retries automatically',
  ledger: deliveries.ledger,
  lanes,
  // Longer than anything is compared with.
  keptMs: WINDOW_MS + 10 * 24 * HOUR_MS,
  forget: (tx, before) => {
    tx.state.statement('act/sync/items_forget').run({ before });
    tx.state.statement('act/sync/marks_forget').run({ before: Math.floor(before / HOUR_MS) });
  },
  compare: compareOpen,
});
