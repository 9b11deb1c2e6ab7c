// The parts of act/webhooks for slices.ts: its operations, jobs and hooks.
import type { Slice } from '../../base/contract/operation.ts';
import { alertSchedule } from './alerts.ts';
import { queueEvent } from './announce.ts';
import { archiveSubscriptions } from './archive.ts';
import { deliverySums, listWebhookDeliveries, redeliverWebhook } from './deliveries.ts';
import { listWebhookEventTypes } from './event-types.ts';
import { followFigures, followJob } from './follow.ts';
import { lanes } from './lane.ts';
import { eraseFromOutbox } from './outbox/erasure.ts';
import { personalGuard } from './personal-guard.ts';
import { isLaneOf, subscriptionReaches } from './reaches.ts';
import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  listWebhookSubscriptions,
  updateWebhookSubscription,
} from './subscriptions.ts';

import { webhookUpkeep } from './upkeep.ts';

export const slice: Slice = {
  name: 'act/webhooks',
  handlers: {
    createWebhookSubscription,
    deleteWebhookSubscription,
    listWebhookEventTypes,
    listWebhookSubscriptions,
    updateWebhookSubscription,
    listWebhookDeliveries,
    redeliverWebhook,
  },
  jobs: [lanes.job, followJob, alertSchedule, webhookUpkeep],
  hooks: {
    archive: archiveSubscriptions,
    events: queueEvent,
    computed: followFigures,
    deliveries: deliverySums,
    arrived: lanes.wakeOfProfile,
    ledgerLost: lanes.sendAgain,
    reaches: subscriptionReaches,
    hasLane: isLaneOf,
    guards: { webhook_personal_data: personalGuard },
    erasure: { person: eraseFromOutbox },
  },
};
