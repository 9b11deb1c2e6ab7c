// What app.ts composes of act/webhooks: its operations, jobs and hooks.
import type { Slice } from '../../base/contract/operation.ts';
import { archiveSubscriptions } from './archive.ts';
import { listWebhookEventTypes } from './event-types.ts';
import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  listWebhookSubscriptions,
  updateWebhookSubscription,
} from './subscriptions.ts';

export const slice: Slice = {
  name: 'act/webhooks',
  handlers: {
    ...{ createWebhookSubscription, deleteWebhookSubscription, listWebhookEventTypes, listWebhookSubscriptions },
    updateWebhookSubscription,
  },
  hooks: { archive: archiveSubscriptions },
};
