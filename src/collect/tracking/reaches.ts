// By what browsers reach a profile: for the operator of an installation to which it comes.
import type { Reach, ReachState } from '../../base/contract/slice-hooks.ts';

export const trackingReaches = (state: ReachState, profileId: string): Reach[] => [
  ...state
    .statement('collect/tracking/keys_list')
    .all({ profile_id: profileId })
    .map(({ tracking_key_id, public_key }): Reach => ({ kind: 'tracking_key', id: tracking_key_id, what: public_key })),
  ...state
    .statement('collect/tracking/custom_domains_list')
    .all({ profile_id: profileId })
    .map(
      ({ custom_domain_id, host, verified_at }): Reach => ({
        kind: 'domain',
        id: custom_domain_id,
        what: `${host}, ${verified_at === null ? 'not verified' : 'verified'}`,
      }),
    ),
];
