// Whether the sender of a mail is who it claims to be: the server that received it says so itself (RFC 8601), in the topmost header of its own name.
import { getDomain } from 'tldts';

/** Servers that sign their results with another name than the one that is connected to. */
const OTHER_NAMES: Readonly<Record<string, string>> = { 'gmail.com': 'google.com', 'googlemail.com': 'google.com' };

/** Exchange Online writes its results above all others and gives no name of its server, which RFC 8601 asks for. */
const NAMELESS: ReadonlySet<string> = new Set(['outlook.com', 'office365.com']);

const registered = (host: string): string | undefined => getDomain(host, { allowPrivateDomains: true }) ?? undefined;

/** @param hosts Names of the receiving side: of its server, and of the mailbox's domain. */
export function isSenderVerified(results: string | null, hosts: readonly string[]): boolean {
  if (results === null) return false;
  const [id = '', ...methods] = results.replace(/\([^()]*\)/g, ' ').split(';');
  const isDmarc = (method: string): boolean => /^\s*dmarc\s*=\s*pass\b/i.test(method);
  if (/^\s*[\w-]+\s*=/.test(id))
    return [id, ...methods].some(isDmarc) && hosts.some((host) => NAMELESS.has(registered(host) ?? ''));
  const server = registered(id.trim().split(/\s+/)[0] ?? '');
  const ours = hosts.flatMap((host) => registered(host) ?? []).flatMap((host) => [host, OTHER_NAMES[host] ?? host]);
  if (server === undefined || !ours.includes(server)) return false;
  return methods.some(isDmarc);
}
