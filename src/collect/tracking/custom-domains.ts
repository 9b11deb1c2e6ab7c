// Hosts of the site's own domain that the tracker is loaded from and collects on, so that it is part of the site. Anybody may claim a
// host; a claim is worth nothing until the tracker answers there, and between two claims a text record of the host's owner decides.
// This service ends no TLS: the proxy before it holds the certificate of such a host.
import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { parse } from 'tldts';
import { actorOf, findProfile, writeAudit } from '../../account/access/index.ts';
import { checkedDomains } from '../../account/profiles/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Operation, ProfileRef } from '../../base/contract/operation.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import { nameResolver, textResolver } from '../../base/outside/dns.ts';
import { OutsideRefusal, outside } from '../../base/outside/guard.ts';
import { Held } from '../../base/state/held.ts';
import { cookieCap, type Finding, registrableDomain, type SitePath, type Verdict } from './cookie-cap.ts';
import { activeKeys } from './keys.ts';
import { ownHosts } from './settings.ts';

const MOST_DOMAINS = 10;
/** Of the site's hosts so many are looked up: the first that the profile names are those that matter. */
const MOST_SITES = 5;

interface CustomDomain {
  domainId: string;
  profileId: string;
  host: string;
  proof: string;
  createdAt: number;
  checkedAt: number | null;
  verdict: Verdict | null;
  reason: string | null;
  next: string | null;
  verifiedAt: number | null;
  removedAt: number | null;
}

const domainOf = (row: Record<string, unknown>): CustomDomain => ({
  domainId: String(row['custom_domain_id']),
  profileId: String(row['profile_id']),
  host: String(row['host']),
  proof: String(row['proof']),
  createdAt: Number(row['created_at']),
  checkedAt: row['checked_at'] as number | null,
  verdict: row['verdict'] as Verdict | null,
  reason: row['reason'] as string | null,
  next: row['next'] as string | null,
  verifiedAt: row['verified_at'] as number | null,
  removedAt: row['removed_at'] as number | null,
});

const claimsOf = (base: Base, profileId: string): CustomDomain[] =>
  base.state.statement('collect/tracking/custom_domains_list').all({ profile_id: profileId }).map(domainOf);

function claimOf(base: Base, profileId: string, domainId: string): CustomDomain {
  const named = { custom_domain_id: domainId.toLowerCase(), profile_id: profileId };
  const row = base.state.statement('collect/tracking/custom_domain_get').get(named);
  if (!row) throw new ApiError('not_found', 'No such custom domain.');
  return domainOf(row);
}

const LONGEST_LIVED: readonly (Verdict | null)[] = ['long_lived', 'capped_ip', 'capped_cname'];

/** The host that the profile's tracker is best loaded from; undefined while none is verified. */
export function bestCustomDomain(base: Base, profileId: string): { host: string; verdict: Verdict } | undefined {
  const verified = claimsOf(base, profileId).filter(({ verifiedAt }) => verifiedAt !== null);
  const [best] = verified.sort((a, b) => LONGEST_LIVED.indexOf(a.verdict) - LONGEST_LIVED.indexOf(b.verdict));
  return best && { host: best.host, verdict: best.verdict as Verdict };
}

const holders = new Held<ReadonlyMap<string, string>>();

/** Does the profile have this host? Asked for every load of the script. */
export function isCustomHost(base: Base, profileId: string, host: string | undefined): boolean {
  if (host === undefined) return false;
  const byHost = holders.get(base.state, '', () => {
    const rows = base.state.statement('collect/tracking/custom_domains_held_list').all({});
    return new Map(rows.map((row) => [String(row['host']), String(row['profile_id'])]));
  });
  return byHost?.get(host.toLowerCase().replace(/\.?(?::\d+)?$/, '')) === profileId;
}

/** The service's public address with another host in it. */
export function addressOn(base: Base, host: string): string {
  const url = new URL(publicAddress(base));
  url.hostname = host;
  return url.origin;
}

const ownerRecord = ({ host, proof }: CustomDomain) => ({ type: 'TXT' as const, name: `_tributary.${host}`, value: proof });

/** How the host comes to lead here. */
function pointing(base: Base, host: string): string {
  const { hostname } = new URL(publicAddress(base));
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0
    ? `Make ${host} another name (CNAME) for ${hostname}, or give it the addresses of the proxy in front of this service; then verify.`
    : `Give ${host} the address of the proxy in front of this service; then verify.`;
}

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const shown = (base: Base, domain: CustomDomain) => ({
  id: domain.domainId,
  host: domain.host,
  status:
    domain.removedAt !== null ? ('removed' as const) : domain.verifiedAt === null ? ('pending' as const) : ('verified' as const),
  verdict: domain.verdict,
  reason: domain.reason,
  next: domain.checkedAt === null ? pointing(base, domain.host) : domain.next,
  ownership_record: ownerRecord(domain),
  created_at: new Date(domain.createdAt).toISOString(),
  checked_at: instant(domain.checkedAt),
  verified_at: instant(domain.verifiedAt),
});

export const listCustomDomains: Operation<'listCustomDomains'> = ({ profile }, base) => ({
  data: claimsOf(base, profile.profileId).map((domain) => shown(base, domain)),
  meta: { profile_id: profile.profileId },
});

/** A host under a domain that somebody can own, as DNS spells it. */
function checkedHost(base: Base, given: string): string {
  const [host = ''] = checkedDomains('host', [given]);
  const { domain, isIp } = parse(host, { allowPrivateDomains: true });
  if (isIp || domain === null || host.startsWith('*'))
    throw new ApiError('validation_error', 'host: a host of your site such as t.shop.example, no address and no public suffix.');
  if (host === new URL(publicAddress(base)).hostname)
    throw new ApiError('validation_error', "host: this is the service's own host, which every profile may use as it is.");
  return host;
}

export const createCustomDomain: Operation<'createCustomDomain'> = ({ principal, profile, body }, base) => {
  const { profileId, workspaceId } = profile;
  const host = checkedHost(base, body.host);
  const { domain, created } = base.state.tx(() => {
    const claims = claimsOf(base, profileId);
    const there = claims.find((claim) => claim.host === host);
    if (there) return { domain: there, created: false };
    if (claims.length >= MOST_DOMAINS)
      throw new ApiError('invalid_state', `A profile has at most ${MOST_DOMAINS} custom domains; remove one first.`);
    const domainId = randomUUID();
    const actor = actorOf(principal);
    base.state.statement('collect/tracking/custom_domain_create').run({
      ...{
        custom_domain_id: domainId,
        profile_id: profileId,
        host,
        proof: `tributary-domain=${randomBytes(16).toString('hex')}`,
      },
      ...{ created_by: actor, created_at: base.clock.now() },
    });
    writeAudit(base, { actor, action: 'custom_domain.created', workspaceId, profileId, subject: domainId, detail: { host } });
    return { domain: claimOf(base, profileId, domainId), created: true };
  });
  const answer = { data: { ...shown(base, domain), created }, meta: { profile_id: profileId } };
  return created ? { ...answer, outcome: 'created' } : answer;
};

/** Removing a removed one answers the same again. */
export const deleteCustomDomain: Operation<'deleteCustomDomain'> = ({ principal, profile, params }, base) =>
  base.state.tx(() => {
    const { profileId, workspaceId } = profile;
    const { domainId, host } = claimOf(base, profileId, params.id);
    const named = { custom_domain_id: domainId, profile_id: profileId, now: base.clock.now() };
    if (base.state.statement('collect/tracking/custom_domain_remove').run(named).changes > 0) {
      const actor = actorOf(principal);
      writeAudit(base, { actor, action: 'custom_domain.removed', workspaceId, profileId, subject: domainId, detail: { host } });
    }
    return { data: shown(base, claimOf(base, profileId, domainId)), meta: { profile_id: profileId } };
  });

/** What DNS and the host itself say now. Rejects when DNS does not answer: then everything stays as it was. */
async function look(
  base: Base,
  domain: CustomDomain,
  key: string,
): Promise<{ finding: Finding; works: boolean; texts: string[] }> {
  const resolve = nameResolver(base);
  const hosts = siteHosts(base, domain);
  const [found, texts, ...paths] = await Promise.all([
    resolve(domain.host),
    textResolver(base)(ownerRecord(domain).name),
    ...hosts.map(async (host): Promise<SitePath> => ({ host, ...(await resolve(host)) })),
  ]).catch((): never => {
    throw new ApiError('service_unavailable', 'DNS does not answer. Try again in a while.', {}, 30);
  });
  const sites = paths.filter(({ addresses }) => addresses.length > 0);
  const finding = cookieCap(domain.host, found, sites);
  if (finding.verdict === 'not_resolving')
    return { finding: { ...finding, next: pointing(base, domain.host) }, works: false, texts };
  const fault = await faultOf(base, domain.host, key);
  if (fault === undefined) return { finding, works: true, texts };
  const led = [...found.aliases, found.addresses[0]].at(0);
  const reason = `${domain.host} leads to ${led}, but the tracker does not answer there: ${fault}.`;
  const next = `Have the proxy at ${led} hold a certificate for ${domain.host} and pass /t/ on to this service; if it is another's, ${lowerFirst(pointing(base, domain.host))}`;
  return { finding: { verdict: finding.verdict, reason, next }, works: false, texts };
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** Where the site's pages are: its hosts of the same domain, with and without www. */
function siteHosts(base: Base, { profileId, host }: CustomDomain): string[] {
  const domain = registrableDomain(host);
  const own = ownHosts(base, profileId).filter((each) => registrableDomain(each) === domain);
  const named = own.length === 0 ? [domain] : own.slice(0, MOST_SITES);
  return [...new Set(named.flatMap((each) => (each.startsWith('www.') ? [each] : [each, `www.${each}`])))];
}

/** Why a browser would not get the profile's tracker from there; undefined: it would. */
async function faultOf(base: Base, host: string, key: string): Promise<string | undefined> {
  try {
    const address = `${addressOn(base, host)}/t/${key}.js`;
    const { status, body } = await outside(base)(address, { headers: { 'user-agent': 'Tributary verification' } });
    if (status !== 200) return `${address} answers ${status}`;
    return body.includes(`"key":"${key}"`) ? undefined : `${address} answers something else`;
  } catch (error) {
    if (error instanceof OutsideRefusal) return error.message;
    throw error;
  }
}

export const verifyCustomDomain: Operation<'verifyCustomDomain'> = async ({ principal, profile, params }, base) => {
  const { profileId } = profile;
  const domain = claimOf(base, profileId, params.id);
  if (domain.removedAt !== null) throw new ApiError('not_found', 'The custom domain was removed.');
  const [active] = activeKeys(base, profileId);
  if (!active)
    throw new ApiError('invalid_state', 'The profile has no tracking key: issue one first (POST /api/v1/tracking/keys).');
  const { finding, works, texts } = await look(base, domain, active.publicKey);
  base.state.tx(() => settle(base, { profile, domain, finding, works, texts, actor: actorOf(principal) }));
  const now = claimOf(base, profileId, params.id);
  if (now.removedAt !== null) throw new ApiError('not_found', 'The custom domain was removed meanwhile.');
  return { data: shown(base, now), meta: { profile_id: profileId } };
};

interface Looked {
  profile: ProfileRef;
  domain: CustomDomain;
  finding: Finding;
  works: boolean;
  texts: readonly string[];
  actor: string;
}

/** Who has the host from now on: the one there is, until another's text record stands in DNS and theirs does not. */
function settle(base: Base, looked: Looked): void {
  const { profile, domain, finding, works, texts, actor } = looked;
  const row = base.state.statement('collect/tracking/custom_domain_holder_get').get({ host: domain.host });
  const holder = row && String(row['profile_id']) !== domain.profileId ? domainOf(row) : undefined;
  const says = ({ proof }: CustomDomain): boolean => texts.some((text) => text.trim() === proof);
  const isTaken = works && holder !== undefined && isHeld(base, holder) && !(says(domain) && !says(holder));
  if (works && holder && !isTaken) release(base, holder);
  const { name, value } = ownerRecord(domain);
  const told = isTaken
    ? {
        ...{ verdict: finding.verdict, reason: `${domain.host} serves another profile already.` },
        next: `If it is yours, set the TXT record ${name} to ${value} and no other; then verify again.`,
      }
    : finding;
  const isVerified = works && !isTaken;
  const verifiedAt = isVerified ? (domain.verifiedAt ?? base.clock.now()) : null;
  if (!write(base, domain, told, verifiedAt) || isVerified === (domain.verifiedAt !== null)) return;
  const action = isVerified ? 'custom_domain.verified' : 'custom_domain.lost';
  writeAudit(base, { actor, action, ...profile, subject: domain.domainId, detail: { host: domain.host } });
}

/** An archived profile holds nothing back. */
const isHeld = (base: Base, { profileId }: CustomDomain): boolean => findProfile(base, profileId) !== undefined;

/** Takes the host from who had it. Whoever has shown that it is theirs stays unnamed in the other's audit. */
function release(base: Base, holder: CustomDomain): void {
  const { name, value } = ownerRecord(holder);
  const told: Finding = {
    ...{ verdict: holder.verdict ?? 'not_resolving', reason: `A text record of ${holder.host} names another profile.` },
    next: `If it is yours, set the TXT record ${name} to ${value} and no other; then verify again.`,
  };
  write(base, holder, told, null);
  const profile = findProfile(base, holder.profileId);
  if (!profile) return;
  const lost = { actor: 'system', action: 'custom_domain.lost', subject: holder.domainId, detail: { host: holder.host } };
  writeAudit(base, { ...lost, ...profile });
}

function write(base: Base, { domainId }: CustomDomain, { verdict, reason, next }: Finding, verifiedAt: number | null): boolean {
  const found = { verdict, reason, next: next === '' ? null : next, verified_at: verifiedAt };
  const checked = { custom_domain_id: domainId, now: base.clock.now(), ...found };
  return base.state.statement('collect/tracking/custom_domain_check').run(checked).changes > 0;
}

export function purgeCustomDomains(base: Base, profileId: string): void {
  base.state.statement('collect/tracking/custom_domains_purge').run({ profile_id: profileId });
}
