// The common parts of the page: a subscription, a secret that is shown once, and the way to load all of it again.
import { forget } from '../../api/answer.ts';
import type { Schemas } from '../../api/client.ts';

export type Subscription = Schemas['WebhookSubscriptionListAnswer']['data'][number];

export interface Shown {
  name: string;
  secret: string;
}

export const forgetWebhooks = (): void => forget('webhooks');
