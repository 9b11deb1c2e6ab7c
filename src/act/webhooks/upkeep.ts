// The upkeep of deliveries and of tails.
import { defineUpkeep } from '../../base/deliver/upkeep.ts';
import { deliveries } from './delivery.ts';
import { lanes } from './lane.ts';
import { compareOutbox } from './outbox/outbox.ts';
import { removeLostTails } from './tail.ts';

const KEPT_DAYS = 30;

export const webhookUpkeep = defineUpkeep({
  kind: 'webhook_upkeep',
  failureText: 'the upkeep of webhooks failed; the service retries automatically',
  ledger: deliveries.ledger,
  lanes,
  keptMs: KEPT_DAYS * 86_400_000,
  forget: (tx, before) => {
    tx.state.statement('act/webhooks/outbox_forget').run({ before });
    removeLostTails(tx);
  },
  compare: compareOutbox,
});
