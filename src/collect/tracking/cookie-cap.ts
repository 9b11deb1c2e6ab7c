// The lifetime of cookies that a host of the site sets in Safari: seven days, where the host is an alias of a foreign one, or where its address does
// not begin like the site's own. A pure function of DNS answers.
import { isIPv4 } from 'node:net';
import { registrableDomain } from '../../base/kit/domains.ts';
import { firstGroups } from '../../base/kit/networks.ts';
import type { NamePath } from '../../providers/dns/client.ts';
import { addressText } from '../../providers/http/public-address.ts';

export type Verdict = 'long_lived' | 'capped_cname' | 'capped_ip' | 'not_resolving';

export interface Finding {
  verdict: Verdict;
  reason: string;
  /** The way to a longer life; empty when there is none. */
  next: string;
}

export interface SitePath extends NamePath {
  host: string;
}

/** The part that has to be the same: 16 bits of IPv4, 64 of IPv6. */
export function firstHalf(address: string): string {
  if (isIPv4(address)) return address.split('.').slice(0, 2).join('.');
  return firstGroups(address, 4).join(':');
}

/** @param sites Where the site's own pages lie: those of its hosts that have an address. */
export function cookieCap(host: string, found: NamePath, sites: readonly SitePath[]): Finding {
  const [address] = found.addresses;
  if (address === undefined) {
    const alias = found.aliases.at(-1);
    return { verdict: 'not_resolving', reason: `${alias ?? host} has no address in DNS.`, next: '' };
  }
  const stranger = strangeAlias(host, found, sites);
  if (stranger !== undefined)
    return {
      verdict: 'capped_cname',
      reason: `${host} is another name for ${stranger}, which is not of ${registrableDomain(host)}: Safari keeps its cookies for 7 days.`,
      next: `For longer, serve ${host} from the site's own servers and have them pass its /t/ on to this service.`,
    };
  if (sites.length === 0)
    return {
      verdict: 'capped_ip',
      reason: `The site's own address is not known, so ${addressText(address)} cannot be compared with it: Safari may keep cookies for 7 days.`,
      next: "Name the host of the site's pages among the profile's domains (PATCH /api/v1/profile), then verify again.",
    };
  const differing = differingPair(found, sites);
  if (differing)
    return {
      verdict: 'capped_ip',
      reason: `${host} leads to ${addressText(differing.own)}, and ${differing.site} to ${addressText(differing.address)}: the first half differs, so Safari keeps its cookies for 7 days.`,
      next: `For longer, serve ${host} from the servers or the network that ${differing.site} is on, and have them pass /t/ on to this service.`,
    };
  const names = sites.map((site) => site.host).join(' and ');
  return {
    verdict: 'long_lived',
    reason: `${host} is where ${names} is: Safari keeps its cookies for their full lifetime.`,
    next: '',
  };
}

/** The first name on the way that is neither of the site's domain nor of one that the site's pages themselves lead to. */
function strangeAlias(host: string, found: NamePath, sites: readonly SitePath[]): string | undefined {
  const hosts = new Set([host, ...sites.flatMap(({ aliases }) => aliases)].map(registrableDomain));
  return found.aliases.find((alias) => !hosts.has(registrableDomain(alias)));
}

/** A browser takes any of the addresses of either, so all have to begin alike; of two kinds, none do. */
function differingPair(found: NamePath, sites: readonly SitePath[]) {
  for (const own of found.addresses)
    for (const { host: site, addresses } of sites)
      for (const address of addresses) if (firstHalf(own) !== firstHalf(address)) return { own, site, address };
  return undefined;
}
