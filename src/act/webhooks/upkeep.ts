// The upkeep of deliveries: old ones are forgotten, what state and ledger have is compared, and a lane that lost its job gets another.
import type { Base } from '../../base/base.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { LEDGER } from './delivery.ts';
import { wakeLane } from './lane.ts';
import { compareOutbox } from './outbox/outbox.ts';
import { removeLostTails } from './tail.ts';

const KEPT_DAYS = 30;

export const webhookUpkeep = defineSchedule({
  kind: 'webhook_upkeep',
  times: { everySeconds: 3_600 },
  leaseSeconds: 120,
  retry: { attempts: 3 },
  failureText: 'the upkeep of webhooks failed; the service retries automatically',
  run: async (base: Base) => {
    const before = base.clock.now() - KEPT_DAYS * 86_400_000;
    await base.ledger.forget(LEDGER, before);
    await compareOutbox(base, before);
    const { statement } = base.state;
    const waiting = [...statement('act/webhooks/outbox_waiting').all(), ...statement('act/webhooks/subscriptions_sending').all()];
    base.state.tx(() => {
      removeLostTails(base);
      for (const { subscription_id, profile_id } of waiting)
        wakeLane(base, { subscriptionId: subscription_id, profileId: profile_id });
    });
  },
});
