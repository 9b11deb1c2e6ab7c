// What others may use of tracking: whose key a tracker shows, and the first installation.
import type { Slice } from '../../base/contract/operation.ts';
import { createTrackingKey, listTrackingKeys, purgeTrackingKeys, revokeTrackingKey, trackingSteps } from './keys.ts';

export { findInstallation, type Installation, type Installed, initInstallation } from './installation.ts';
export { profileOfTrackingKey } from './keys.ts';

export const slice: Slice = {
  name: 'collect/tracking',
  handlers: { createTrackingKey, listTrackingKeys, revokeTrackingKey },
  hooks: { readiness: trackingSteps, purge: purgeTrackingKeys },
};
