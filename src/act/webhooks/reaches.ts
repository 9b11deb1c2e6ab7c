// Where the events of a profile go: for the operator of an installation to which it comes, and as the receivers of what waits to be sent.
import type { Reach, ReachState } from '../../base/contract/slice-hooks.ts';
import { deliveries } from './delivery.ts';

export const subscriptionReaches = (state: ReachState, profileId: string): Reach[] =>
  state
    .statement('act/webhooks/subscriptions_list')
    .all({ profile_id: profileId })
    .map(({ subscription_id, url, event_types, includes_personal_data, status }) => ({
      kind: 'subscription',
      id: subscription_id,
      what: `${url}, ${event_types}${includes_personal_data ? ', with personal data' : ''}, ${status}`,
    }));

export const isLaneOf = (state: ReachState, profileId: string, { ledger, lane }: { ledger: string; lane: string }): boolean =>
  ledger === deliveries.ledger &&
  state.statement('act/webhooks/subscription_get').get({ subscription_id: lane })?.profile_id === profileId;
