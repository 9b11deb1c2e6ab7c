// Hosts that are verified as a profile's own: by a custom domain, or by a page with the profile's tracker.
import type { ReadBase } from '../../base/base.ts';
import { withoutWww } from '../../base/kit/domains.ts';
import { claimsOf } from './custom-domain-claims.ts';
import { storedChecks } from './stored.ts';

const isUnder = (host: string, own: string): boolean => host === own || host.endsWith(`.${own}`);

export function isProvenHost(base: ReadBase, profileId: string, host: string): boolean {
  if (claimsOf(base, profileId).some((claim) => claim.verifiedAt !== null && isUnder(host, claim.host))) return true;
  const row = base.state.statement('collect/tracking/verification_get').get({ profile_id: profileId });
  if (!row || withoutWww(new URL(row.url).hostname) !== withoutWww(host)) return false;
  return storedChecks.read(row.checks).some(({ name, passed }) => name === 'key_matches' && passed === true);
}
