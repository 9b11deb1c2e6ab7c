// What others may use of tracking: whose key a tracker shows, and the first installation.
import type { Base } from '../../base/base.ts';
import type { Slice } from '../../base/contract/operation.ts';
import { customDomainSignals } from './custom-domain-checks.ts';
import {
  createCustomDomain,
  deleteCustomDomain,
  listCustomDomains,
  purgeCustomDomains,
  verifyCustomDomain,
} from './custom-domains.ts';
import { getGtmInstaller, getShopifyPixelInstaller, getTrackingOrigin, getTrackingSnippet } from './install.ts';
import { createTrackingKey, listTrackingKeys, purgeTrackingKeys, revokeTrackingKey, trackingSteps } from './keys.ts';
import { getTrackerScript } from './script.ts';
import { getTrackingSettings, purgeTrackingSettings, updateTrackingSettings } from './settings.ts';
import {
  getTrackingVerification,
  installationNext,
  purgeTrackingVerification,
  startTrackingVerification,
} from './verification.ts';

export { admitsOrigin, profileOfTrackingKey } from './admission.ts';
export { checkDomainsDue, startDomainChecks } from './custom-domain-checks.ts';
export { findInstallation, type Installation, type Installed, initInstallation } from './installation.ts';
export { getTrackerScript, type Script } from './script.ts';
export { installationNext };

async function purge(base: Base, profileId: string): Promise<void> {
  await purgeTrackingKeys(base, profileId);
  purgeTrackingSettings(base, profileId);
  purgeTrackingVerification(base, profileId);
  purgeCustomDomains(base, profileId);
}

export const slice: Slice = {
  name: 'collect/tracking',
  handlers: {
    createCustomDomain,
    createTrackingKey,
    deleteCustomDomain,
    getGtmInstaller,
    getShopifyPixelInstaller,
    getTrackerScript,
    getTrackingOrigin,
    getTrackingSettings,
    getTrackingSnippet,
    getTrackingVerification,
    listCustomDomains,
    listTrackingKeys,
    revokeTrackingKey,
    startTrackingVerification,
    updateTrackingSettings,
    verifyCustomDomain,
  },
  hooks: { readiness: trackingSteps, quality: customDomainSignals, purge },
};
