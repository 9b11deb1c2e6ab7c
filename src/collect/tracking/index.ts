import { installationNext } from './verification.ts';

export { checkDomainsDue, startDomainChecks } from './custom-domain-checks.ts';
export { findInstallation, type Installation, type Installed, initInstallation } from './installation.ts';
export { INTERNAL_MARK, internalTest, QUARANTINE_MARK } from './internal-traffic.ts';
export { trackingKeyName } from './keys.ts';
export { isProvenHost } from './proven-hosts.ts';
export type { Script } from './script.ts';
export { admitsOrigin, isOwnHost, profileOfTrackingKey, type TrackedProfile, trackingSettings } from './settings.ts';
export { installationNext };
