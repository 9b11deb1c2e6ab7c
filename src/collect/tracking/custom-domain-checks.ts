// The checks of a claimed host, on request and every few hours: the target that DNS names, whether the
// profile's tracker answers there, and from both the owner. A change for the worse in a scheduled check is checked twice before it is reported.

import { randomInt } from 'node:crypto';
import { isIP } from 'node:net';
import { writeAudit } from '../../account/audit/index.ts';
import { findProfile } from '../../account/places/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ProfileRef } from '../../base/contract/operation.ts';
import type { QualitySignal } from '../../base/contract/slice-hooks.ts';
import { registrableDomain } from '../../base/kit/domains.ts';
import { type Poller, startPoller } from '../../base/kit/poller.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import { type NamePath, nameResolver, textResolver } from '../../providers/dns/client.ts';
import { OutsideRefusal, outside } from '../../providers/http/guard.ts';
import { addressText } from '../../providers/http/public-address.ts';
import { cookieCap, type Finding, type SitePath } from './cookie-cap.ts';
import {
  addressOn,
  type Change,
  type CustomDomain,
  claimOf,
  claimsOf,
  domainOf,
  isWorse,
  ownerRecord,
  type Standing,
  standingOf,
} from './custom-domain-claims.ts';
import { activeKeys } from './keys.ts';
import { ownHosts } from './settings.ts';
import { storedChange, storedNames } from './stored.ts';

/** The number of the site's hosts that are looked up; those the profile names first matter most. */
const MAX_SITES = 5;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
export const FIRST_LOOK_MS = 10 * MINUTE_MS;
const SECOND_LOOK_MS = 10 * MINUTE_MS;
/** After DNS did not answer, or the process died over it. */
const AGAIN_MS = 15 * MINUTE_MS;
const EVERY_MS = 6 * HOUR_MS;
/** The interval of checks while a person may still be changing the host's DNS. */
const NEW_EVERY_MS = HOUR_MS;
const NEW_FOR_MS = 2 * DAY_MS;
/** Each look asks name servers and hosts of others, one after the other. */
const MAX_AT_ONCE = 5;

interface Looked {
  finding: Finding;
  found: NamePath;
  /** The profile's tracker answers there. */
  works: boolean;
  /** Text records of the host's owner. */
  texts: readonly string[];
}

/** The current answers of DNS and the host itself. Rejects when DNS does not answer: then everything stays as it was. */
export async function look(base: ReadBase, domain: CustomDomain, key: string): Promise<Looked> {
  const resolve = nameResolver(base);
  const hosts = siteHosts(base, domain);
  const [found, texts, ...paths] = await Promise.all([
    resolve(domain.host),
    textResolver(base)(ownerRecord(domain).name),
    ...hosts.map(async (host): Promise<SitePath> => ({ host, ...(await resolve(host)) })),
  ]).catch((): never => {
    throw new ApiError('service_unavailable', 'DNS does not respond. Try again later.', {}, 30);
  });
  const sites = paths.filter(({ addresses }) => addresses.length > 0);
  const finding = cookieCap(domain.host, found, sites);
  if (finding.verdict === 'not_resolving')
    return { finding: { ...finding, next: pointing(base, domain.host) }, found, works: false, texts };
  const fault = await faultOf(base, domain.host, key);
  if (fault === undefined) return { finding, found, works: true, texts };
  const led = found.aliases[0] ?? addressText(found.addresses[0] ?? '');
  const reason = `${domain.host} leads to ${led}, but the tracker does not respond there: ${fault}.`;
  const next = `Have the proxy at ${led} use a certificate for ${domain.host} and forward /t/ to this service; if it belongs to somebody else, ${lowerFirst(pointing(base, domain.host))}`;
  return { finding: { verdict: finding.verdict, reason, next }, found, works: false, texts };
}

/** The instruction that makes the host lead here. */
export function pointing(base: ReadBase, host: string): string {
  const { hostname } = new URL(publicAddress(base));
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0
    ? `Make ${host} another name (CNAME) for ${hostname}, or give it the addresses of the proxy in front of this service; then verify.`
    : `Give ${host} the address of the proxy in front of this service; then verify.`;
}

const lowerFirst = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** Where the site's pages are: its hosts of the same domain, with and without www. */
function siteHosts(base: ReadBase, { profileId, host }: CustomDomain): string[] {
  const domain = registrableDomain(host);
  const own = ownHosts(base, profileId).filter((each) => registrableDomain(each) === domain);
  const named = own.length === 0 ? [domain] : own.slice(0, MAX_SITES);
  return [...new Set(named.flatMap((each) => (each.startsWith('www.') ? [each] : [each, `www.${each}`])))];
}

/** Why a browser would not get the profile's tracker from there; undefined: it would. */
async function faultOf(base: ReadBase, host: string, key: string): Promise<string | undefined> {
  try {
    const address = `${addressOn(base, host)}/t/${key}.js`;
    const { status, body } = await outside(base)(address, { headers: { 'user-agent': 'Tributary verification' } });
    if (status !== 200) return `${address} answers ${status}`;
    return body.includes(`"key":"${key}"`) ? undefined : `${address} serves something else`;
  } catch (error) {
    if (error instanceof OutsideRefusal) return error.message;
    throw error;
  }
}

interface Judgement {
  told: Finding;
  isVerified: boolean;
  /** The previous owner of the host, which has lost it. */
  loser?: CustomDomain;
}

/** The owner of the host from now on: the present one, until another's text record is in DNS and the present one's is not. */
function judge(base: Base, domain: CustomDomain, { finding, works, texts }: Looked, isAsked: boolean): Judgement {
  if (!works) return { told: finding, isVerified: false };
  const { name, value } = ownerRecord(domain);
  const refused = (reason: string): Judgement => ({
    told: {
      verdict: finding.verdict,
      reason,
      next: `If it is yours, set the TXT record ${name} to ${value} and no other; then verify again.`,
    },
    isVerified: false,
  });
  const row = base.state.statement('collect/tracking/custom_domain_holder_get').get({ host: domain.host });
  const holder = row && row.profile_id !== domain.profileId ? domainOf(row) : undefined;
  const says = ({ proof }: CustomDomain): boolean => texts.some((text) => text.trim() === proof);
  if (holder && isHeld(base, holder) && !(says(domain) && !says(holder)))
    return refused(`${domain.host} serves another profile already.`);
  // Anyone who happens to be checked first must not get by it what another has lost for an hour.
  if (!isAsked && domain.verifiedAt === null && !says(domain) && hasRival(base, domain))
    return refused(`${domain.host} is claimed by another profile, too.`);
  return { told: finding, isVerified: true, ...(holder ? { loser: holder } : {}) };
}

/** An archived profile delays nothing. */
const isHeld = (base: Base, { profileId }: CustomDomain): boolean => findProfile(base, profileId) !== undefined;

function hasRival(base: Base, { host, profileId }: CustomDomain): boolean {
  const row = base.state.statement('collect/tracking/custom_domain_rivals_count').get({ host, profile_id: profileId });
  return Number(row?.n) > 0;
}

/** Stores the finding of a requested check. Inside the caller's transaction. */
export function settle(base: Base, profile: ProfileRef, domainId: string, looked: Looked, actor: string): void {
  const domain = claimOf(base, profile.profileId, domainId);
  settleAs(base, { profile, domain, actor, found: looked.found, judgement: judge(base, domain, looked, true) });
}

interface Settled {
  profile: ProfileRef | undefined;
  domain: CustomDomain;
  found: NamePath | undefined;
  judgement: Judgement;
  actor: string;
}

function settleAs(base: Base, { profile, domain, found, judgement, actor }: Settled): void {
  const { told: finding, isVerified, loser } = judgement;
  if (loser) release(base, loser);
  const now = base.clock.now();
  const [from, to] = [standingOf(domain), { status: isVerified ? 'verified' : 'pending', verdict: finding.verdict } as Standing];
  const isFirst = domain.checkedAt === null;
  const isOther = from.status !== to.status || from.verdict !== to.verdict;
  const what = [difference(domain, found), finding.reason].join(' ').trim();
  const change: Change | undefined = isOther && !isFirst ? { at: now, from, to, what } : domain.change;
  const written = base.state.statement('collect/tracking/custom_domain_check').run({
    custom_domain_id: domain.domainId,
    now,
    next_check_at: now + pauseAfter(domain, isVerified, now),
    verdict: finding.verdict,
    reason: finding.reason,
    next: finding.next === '' ? null : finding.next,
    found: found ? storedNames.write(found) : null,
    change: change ? storedChange.write(change) : null,
    verified_at: isVerified ? (domain.verifiedAt ?? now) : null,
  });
  if (written.changes === 0 || !isOther || !profile || (from.status === 'pending' && !isVerified)) return;
  const action = from.status === to.status ? 'changed' : isVerified ? 'verified' : 'lost';
  const detail = { host: domain.host, ...(isFirst ? {} : { from: from.verdict, to: to.verdict }) };
  writeAudit(base, { actor, action: `custom_domain.${action}`, ...profile, subject: domain.domainId, detail });
}

/** Takes the host from who had it. Anyone who has shown that it is theirs stays unnamed in the other's audit. */
function release(base: Base, holder: CustomDomain): void {
  const { name, value } = ownerRecord(holder);
  const finding: Finding = {
    verdict: holder.verdict ?? 'not_resolving',
    reason: `A text record of ${holder.host} names another profile.`,
    next: `If it is yours, set the TXT record ${name} to ${value} and no other; then verify again.`,
  };
  const profile = findProfile(base, holder.profileId);
  settleAs(base, {
    profile,
    domain: holder,
    found: holder.found,
    judgement: { told: finding, isVerified: false },
    actor: 'system',
  });
}

/** The changes in DNS since the last check; none where that was the first. */
function difference({ host, found: before }: CustomDomain, now: NamePath | undefined): string {
  if (!before || !now) return '';
  const [was, is] = [before.aliases.join(', '), now.aliases.join(', ')];
  if (was !== is && is === '') return `${host} is no longer another name for ${was}.`;
  if (was !== is) return `${host} is another name for ${is} now${was === '' ? '' : `, no longer for ${was}`}.`;
  const [from, to] = [before, now].map(({ addresses }) => [...addresses].sort().join(', ') || 'no address') as [string, string];
  return from === to ? '' : `${host} leads to ${to} now, no longer to ${from}.`;
}

/** Never all at the same moment, those of one backup or one upgrade neither. */
function pauseAfter({ createdAt }: CustomDomain, isVerified: boolean, now: number): number {
  const pause = !isVerified && now - createdAt < NEW_FOR_MS ? NEW_EVERY_MS : EVERY_MS;
  return pause + randomInt(pause / 10);
}

/** Answers the claim as it is planned now; undefined when it was checked or removed since. */
function plan(base: Base, domain: CustomDomain, nextCheckAt: number, doubtedAt = domain.doubtedAt): CustomDomain | undefined {
  const { changes } = base.state.statement('collect/tracking/custom_domain_postpone').run({
    custom_domain_id: domain.domainId,
    planned_at: domain.nextCheckAt,
    next_check_at: nextCheckAt,
    doubted_at: doubtedAt,
  });
  return changes > 0 ? { ...domain, nextCheckAt, doubtedAt } : undefined;
}

async function recheck(base: Base, due: CustomDomain): Promise<void> {
  // Planned first: one that fails, or takes the process with it, keeps no other waiting.
  const planned = plan(base, due, base.clock.now() + AGAIN_MS);
  const profile = findProfile(base, due.profileId);
  const [active] = activeKeys(base, due.profileId);
  if (!planned) return;
  if (!profile || !active) {
    plan(base, planned, base.clock.now() + EVERY_MS);
    return;
  }
  const looked = await look(base, planned, active.publicKey).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  if (looked) base.state.tx(() => settleByItself(base, profile, planned, looked));
}

function settleByItself(base: Base, profile: ProfileRef, planned: CustomDomain, looked: Looked): void {
  const domain = claimOf(base, profile.profileId, planned.domainId);
  if (domain.removedAt !== null || domain.nextCheckAt !== planned.nextCheckAt) return;
  const judgement = judge(base, domain, looked, false);
  const standing: Standing = { status: judgement.isVerified ? 'verified' : 'pending', verdict: judgement.told.verdict };
  const now = base.clock.now();
  if (domain.doubtedAt === null && isWorse(standing, standingOf(domain))) plan(base, domain, now + SECOND_LOOK_MS, now);
  else settleAs(base, { profile, domain, found: looked.found, judgement, actor: 'system' });
}

/** Looks at the claims that are due, some at a time, one after the other. */
export async function checkDomainsDue(base: Base): Promise<void> {
  const due = { now: base.clock.now(), most: MAX_AT_ONCE };
  for (const row of base.state.statement('collect/tracking/custom_domains_due_list').all(due)) await recheck(base, domainOf(row));
}

export const startDomainChecks = (base: Base): Poller =>
  startPoller(base, {
    everySeconds: base.config.pollSeconds,
    look: () => checkDomainsDue(base),
    failure: 'a host of a site could not be checked; the service retries automatically',
  });

/** A host that became worse is reported until it has recovered or was removed. */
export function customDomainSignals(base: ReadBase, profileId: string): QualitySignal[] {
  const claims = claimsOf(base, profileId);
  if (claims.length === 0) return [];
  const worse = claims.filter((claim) => claim.change && isWorse(standingOf(claim), claim.change.from));
  const lost = worse.find(({ verifiedAt }) => verifiedAt === null);
  const [worst = lost] = lost ? [lost] : worse;
  return [
    {
      name: 'custom_domains',
      title: 'Hosts of your site that became worse',
      count: worse.length,
      status: lost ? 'problem' : worst ? 'attention' : 'ok',
      explanation: worst
        ? `${worst.host} was ${inWords(worst.change?.from)} and is ${inWords(worst.change?.to)} since ${new Date(worst.change?.at ?? 0).toISOString()}: ${worst.change?.what}`
        : `All of ${claims.length} are unchanged since the last completed check. They are checked every few hours.`,
      next: worst ? (worst.next ?? 'See GET /api/v1/tracking/custom-domains, then verify it again.') : '',
    },
  ];
}

const inWords = (standing: Standing | undefined): string =>
  standing?.status === 'verified' ? `verified (${standing.verdict})` : `not verified (${standing?.verdict})`;
