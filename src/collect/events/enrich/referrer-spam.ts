// Visits that are made up to be seen in statistics: their referrer is on a kept public list (seeds/referrer_spam.csv). They count like bots, under
// a name of their own, so that exceptions from the list of bots take a host out.
import { readSeed } from '../../../base/kit/seeds.ts';
import type { OriginParts } from '../event-body.ts';

let hosts: ReadonlySet<string> | undefined;

const isListed = (host: string): boolean => {
  hosts ??= new Set(readSeed('referrer_spam').map((row) => row.host));
  for (let at = 0; at >= 0; at = host.indexOf('.', at + 1)) if (hosts.has(host.slice(at === 0 ? 0 : at + 1))) return true;
  return false;
};

/** The name under which such a visit is a bot's; undefined of others. Parameters or a click id beside the referrer are evidence of a true visit. */
export function referrerSpamOf({ referrer_host: host, ...others }: OriginParts): string | undefined {
  if (host === undefined || !isListed(host)) return undefined;
  const { referrer_domain: _, ...evidence } = others;
  return Object.keys(evidence).length > 0 ? undefined : `referrer spam: ${host}`;
}
