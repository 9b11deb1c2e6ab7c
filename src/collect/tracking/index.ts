import type { Slice } from '../../base/contract/operation.ts';
import { customDomainSignals } from './custom-domain-checks.ts';
import { createCustomDomain, deleteCustomDomain, listCustomDomains, verifyCustomDomain } from './custom-domains.ts';
import { getGtmInstaller, getShopifyPixelInstaller, getTrackingOrigin, getTrackingSnippet } from './install.ts';
import { createTrackingKey, listTrackingKeys, revokeTrackingKey, trackingSteps } from './keys.ts';
import { getTrackerScript } from './script.ts';
import { getTrackingSettings, updateTrackingSettings } from './settings.ts';
import { getTrackingVerification, installationNext, startTrackingVerification } from './verification.ts';

export { admitsOrigin, profileOfTrackingKey } from './admission.ts';
export { checkDomainsDue, startDomainChecks } from './custom-domain-checks.ts';
export { findInstallation, type Installation, type Installed, initInstallation } from './installation.ts';
export { getTrackerScript, type Script } from './script.ts';
export { installationNext };

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
  hooks: { readiness: trackingSteps, quality: customDomainSignals },
};
