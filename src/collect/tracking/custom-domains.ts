// Hosts of the site's own domain that the tracker is loaded from and collects on, so that it is part of the site. Anybody may claim a
// host; a claim is worth nothing until the tracker answers there, and between two claims a text record of the host's owner decides.
// This service ends no TLS: the proxy before it contains the certificate of such a host.
import { randomBytes, randomUUID } from 'node:crypto';
import { parse } from 'tldts';
import { actorOf, writeAudit } from '../../account/audit/index.ts';
import { checkedDomain } from '../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import { FIRST_LOOK_MS, look, pointing, settle } from './custom-domain-checks.ts';
import { type Change, type CustomDomain, claimOf, claimsOf, ownerRecord, standingOf } from './custom-domain-claims.ts';
import { activeKeys } from './keys.ts';

const MAX_DOMAINS = 10;

const instant = (at: number): string => new Date(at).toISOString();
const instantOrNull = (at: number | null): string | null => (at === null ? null : instant(at));

const shownChange = ({ at, ...change }: Change) => ({ changed_at: instant(at), ...change });

const shown = (base: ReadBase, domain: CustomDomain) => ({
  id: domain.domainId,
  host: domain.host,
  status: domain.removedAt === null ? standingOf(domain).status : ('removed' as const),
  verdict: domain.verdict,
  reason: domain.reason,
  next: domain.checkedAt === null ? pointing(base, domain.host) : domain.next,
  ownership_record: ownerRecord(domain),
  created_at: instant(domain.createdAt),
  checked_at: instantOrNull(domain.checkedAt),
  next_check_at: domain.removedAt === null ? instant(Math.max(domain.nextCheckAt, base.clock.now())) : null,
  last_change: domain.change ? shownChange(domain.change) : null,
  verified_at: instantOrNull(domain.verifiedAt),
});

export const listCustomDomains = reading('listCustomDomains', ({ profile }, base) => ({
  data: claimsOf(base, profile.profileId).map((domain) => shown(base, domain)),
  meta: { profile_id: profile.profileId },
}));

/** A host under a registrable domain, as DNS spells it. */
function checkedHost(base: Base, value: string): string {
  const host = checkedDomain('host', value);
  const { domain, isIp } = parse(host, { allowPrivateDomains: true });
  if (isIp || domain === null)
    throw new ApiError('validation_error', 'host: a host of your site such as t.shop.example, no address and no public suffix.');
  if (host === new URL(publicAddress(base)).hostname)
    throw new ApiError('validation_error', "host: this is the service's own host, which every profile may use as it is.");
  return host;
}

export const createCustomDomain = stateChange('createCustomDomain', ({ principal, profile, body }, base) => {
  const { profileId, workspaceId } = profile;
  const host = checkedHost(base, body.host);
  const { domain, created } = base.state.tx(() => {
    const claims = claimsOf(base, profileId);
    const there = claims.find((claim) => claim.host === host);
    if (there) return { domain: there, created: false };
    if (claims.length >= MAX_DOMAINS)
      throw new ApiError('invalid_state', `A profile has at most ${MAX_DOMAINS} custom domains; remove one first.`);
    const domainId = randomUUID();
    const actor = actorOf(principal);
    const now = base.clock.now();
    const proof = `tributary-domain=${randomBytes(16).toString('hex')}`;
    base.state.statement('collect/tracking/custom_domain_create').run({
      custom_domain_id: domainId,
      profile_id: profileId,
      host,
      proof,
      created_by: actor,
      created_at: now,
      next_check_at: now + FIRST_LOOK_MS,
    });
    writeAudit(base, { actor, action: 'custom_domain.created', workspaceId, profileId, subject: domainId, detail: { host } });
    return { domain: claimOf(base, profileId, domainId), created: true };
  });
  const answer = { data: { ...shown(base, domain), created }, meta: { profile_id: profileId } };
  return created ? { ...answer, outcome: 'created' } : answer;
});

/** Removing a removed one answers the same again. */
export const deleteCustomDomain = stateChange('deleteCustomDomain', ({ principal, profile, params }, base) =>
  base.state.tx(() => {
    const { profileId, workspaceId } = profile;
    const { domainId, host } = claimOf(base, profileId, params.id);
    const named = { custom_domain_id: domainId, profile_id: profileId, now: base.clock.now() };
    if (base.state.statement('collect/tracking/custom_domain_remove').run(named).changes > 0) {
      const actor = actorOf(principal);
      writeAudit(base, { actor, action: 'custom_domain.removed', workspaceId, profileId, subject: domainId, detail: { host } });
    }
    return { data: shown(base, claimOf(base, profileId, domainId)), meta: { profile_id: profileId } };
  }),
);

export const verifyCustomDomain = stateChange('verifyCustomDomain', {
  asksOutside: true,
  prepare: async ({ profile: { profileId }, params }, base) => {
    const domain = claimOf(base, profileId, params.id);
    if (domain.removedAt !== null) throw new ApiError('not_found', 'The custom domain was removed.');
    const [active] = activeKeys(base, profileId);
    if (!active)
      throw new ApiError('invalid_state', 'The profile has no tracking key: issue one first (POST /api/v1/tracking/keys).');
    return look(base, domain, active.publicKey);
  },
  change: ({ principal, profile, params }, base, looked) => {
    const { profileId } = profile;
    const { domainId, removedAt } = claimOf(base, profileId, params.id);
    if (removedAt !== null) throw new ApiError('not_found', 'The custom domain was removed meanwhile.');
    settle(base, profile, domainId, looked, actorOf(principal));
    return { data: shown(base, claimOf(base, profileId, params.id)), meta: { profile_id: profileId } };
  },
});
