// The parts of collect/tracking for slices.ts: its operations, jobs and hooks. No other module imports it: operations are called by `invoke`.
import type { Slice } from '../../base/contract/operation.ts';
import { customDomainSignals } from './custom-domain-checks.ts';
import { createCustomDomain, deleteCustomDomain, listCustomDomains, verifyCustomDomain } from './custom-domains.ts';
import { getGtmInstaller, getShopifyPixelInstaller, getTrackingOrigin, getTrackingSnippet } from './install.ts';
import { createTrackingKey, listTrackingKeys, revokeTrackingKey, trackingSteps } from './keys.ts';
import { trackingReaches } from './reaches.ts';
import { getTrackerScript } from './script.ts';
import { getTrackingSettings, originGuard, updateTrackingSettings } from './settings.ts';
import { getTrackingVerification, startTrackingVerification } from './verification.ts';

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
  hooks: {
    guards: { origin_policy: originGuard },
    readiness: trackingSteps,
    quality: customDomainSignals,
    reaches: trackingReaches,
  },
};
