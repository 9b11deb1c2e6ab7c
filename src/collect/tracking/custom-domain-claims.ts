// The claims of hosts in state, and what other modules ask of them: which profile owns a host, and which host a profile's tracker is best
// loaded from.

import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import type { RowOf } from '../../base/state/state.ts';
import { StateCache } from '../../base/work/memo.ts';
import type { NamePath } from '../../providers/dns/client.ts';
import type { Verdict } from './cookie-cap.ts';
import { storedChange, storedNames } from './stored.ts';

/** The place of a claim. */
export interface Standing {
  status: 'pending' | 'verified';
  verdict: Verdict | null;
}

export interface Change {
  at: number;
  from: Standing;
  to: Standing;
  /** The difference, in words. */
  what: string;
}

export interface CustomDomain {
  domainId: string;
  profileId: string;
  host: string;
  proof: string;
  createdAt: number;
  checkedAt: number | null;
  nextCheckAt: number;
  doubtedAt: number | null;
  verdict: Verdict | null;
  reason: string | null;
  next: string | null;
  found: NamePath | undefined;
  change: Change | undefined;
  verifiedAt: number | null;
  removedAt: number | null;
}

export const domainOf = (
  row: RowOf<
    | 'collect/tracking/custom_domain_get'
    | 'collect/tracking/custom_domain_holder_get'
    | 'collect/tracking/custom_domains_due_list'
    | 'collect/tracking/custom_domains_list'
  >,
): CustomDomain => ({
  domainId: row.custom_domain_id,
  profileId: row.profile_id,
  host: row.host,
  proof: row.proof,
  createdAt: row.created_at,
  checkedAt: row.checked_at,
  nextCheckAt: row.next_check_at,
  doubtedAt: row.doubted_at,
  verdict: row.verdict,
  reason: row.reason,
  next: row.next,
  found: storedNames.readOrNull(row.found) ?? undefined,
  change: storedChange.readOrNull(row.change) ?? undefined,
  verifiedAt: row.verified_at,
  removedAt: row.removed_at,
});

export const claimsOf = (base: ReadBase, profileId: string): CustomDomain[] =>
  base.state.statement('collect/tracking/custom_domains_list').all({ profile_id: profileId }).map(domainOf);

export function claimOf(base: ReadBase, profileId: string, domainId: string): CustomDomain {
  const named = { custom_domain_id: domainId.toLowerCase(), profile_id: profileId };
  const row = base.state.statement('collect/tracking/custom_domain_get').get(named);
  if (!row) throw new ApiError('not_found', 'No such custom domain.');
  return domainOf(row);
}

export const standingOf = ({ verifiedAt, verdict }: CustomDomain): Standing => ({
  status: verifiedAt === null ? 'pending' : 'verified',
  verdict,
});

const LONGEST_LIVED: readonly (Verdict | null)[] = ['long_lived', 'capped_ip', 'capped_cname', 'not_resolving', null];
/** The larger, the less it is worth. */
const rankOf = ({ status, verdict }: Standing): number => (status === 'verified' ? LONGEST_LIVED.indexOf(verdict) : 9);

/** Two hosts that serve nothing are equal for any DNS answer. */
export const isWorse = (now: Standing, before: Standing): boolean => rankOf(now) > rankOf(before);

/** The host that the profile's tracker is best loaded from; undefined while none is verified. */
export function bestCustomDomain(base: ReadBase, profileId: string): { host: string; verdict: Verdict } | undefined {
  const verified = claimsOf(base, profileId).filter(({ verifiedAt }) => verifiedAt !== null);
  const [best] = verified.sort((a, b) => rankOf(standingOf(a)) - rankOf(standingOf(b)));
  return best && { host: best.host, verdict: best.verdict as Verdict };
}

const holders = new StateCache<ReadonlyMap<string, string>>('custom domains');

/** Does the profile have this host (lower case, without a port)? Called for every load of the script. */
export function isCustomHost(base: ReadBase, profileId: string, host: string): boolean {
  const byHost = holders.get(base.state, '', () => {
    const rows = base.state.statement('collect/tracking/custom_domains_held_list').all();
    return new Map(rows.map((row) => [row.host, row.profile_id]));
  });
  return byHost?.get(host) === profileId;
}

/** The service's public address with another host in it. */
export function addressOn(base: ReadBase, host: string): string {
  const url = new URL(publicAddress(base));
  url.hostname = host;
  return url.origin;
}

export const ownerRecord = ({ host, proof }: CustomDomain) => ({
  type: 'TXT' as const,
  name: `_tributary.${host}`,
  value: proof,
});
