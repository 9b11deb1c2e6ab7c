// What others may use of tracking: whose key a tracker shows, and the first installation.
import type { Slice } from '../../base/contract/operation.ts';
import { createTrackingKey, listTrackingKeys, revokeTrackingKey, trackingSteps } from './keys.ts';

export { findInstallation, type Installation, type Installed, type InstalledProfile, initInstallation } from './installation.ts';
export { issueTrackingKey, profileOfTrackingKey, type TrackedProfile } from './keys.ts';

export const slice: Slice = {
  name: 'collect/tracking',
  handlers: { createTrackingKey, listTrackingKeys, revokeTrackingKey },
  hooks: { readiness: trackingSteps },
};
