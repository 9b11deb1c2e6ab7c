// The way to mail servers that customers name: the name is resolved once, only a public address is dialled, TLS is required and the certificate is checked.
// Servers of the operator's own network are those whose addresses the operator has listed.
import { isIP } from 'node:net';
import { type OutsideOptions, OutsideRefusal, resolveOutside } from '../http/guard.ts';
import { MailboxFailure } from '../mailbox/mailbox.ts';
import type { MailServer } from './account.ts';

const PORTS = [465, 587, 993, 143];
const IMPLICIT_TLS: ReadonlySet<number> = new Set([465, 993]);
const RESOLVE_MS = 10_000;

export interface DialledServer {
  /** The address that was checked. */
  host: string;
  port: number;
  /** The name in the certificate. */
  servername: string | undefined;
  /** TLS from the first byte. */
  isSecure: boolean;
  /** The operator's own: TLS is used where it is offered, and the certificate is not checked. */
  isOwn: boolean;
}

/** @param ownServers Each as `address:port`. @throws MailboxFailure `refused` for one that may not be reached. */
export async function dialledServer(
  { host, port }: MailServer,
  { ownServers, options = {} }: { ownServers: readonly string[]; options?: OutsideOptions },
): Promise<DialledServer> {
  if (ownServers.includes(`${host}:${port}`))
    return { host, port, servername: undefined, isSecure: IMPLICIT_TLS.has(port), isOwn: true };
  try {
    const { address } = await resolveOutside(`https://${host}:${port}`, { ...options, ports: PORTS }, RESOLVE_MS);
    const servername = isIP(host) === 0 ? host : undefined;
    return { host: address, port, servername, isSecure: IMPLICIT_TLS.has(port), isOwn: false };
  } catch (error) {
    if (!(error instanceof OutsideRefusal)) throw error;
    const passing = error.reason === 'unresolved';
    throw new MailboxFailure(passing ? 'unavailable' : 'refused', 'the mail server may not be reached', { words: error.message });
  }
}
