// The address a request came from, for limits: the nearest one that is not a proxy of the operator's own.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { shortestForm } from '../../base/kit/networks.ts';

/** Each proxy adds whom it heard at the end, so the list is read from there, as far as it was written by trusted ones. */
export function clientAddress(request: IncomingMessage, isTrusted: (address: string) => boolean): string {
  const peer = peerOf(request);
  const { headers } = request;
  const addresses = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((each) => plain(each.trim()))
    .reverse();
  let nearest = peer;
  for (const address of addresses) {
    if (!isTrusted(nearest) || isIP(address) === 0) return nearest;
    nearest = address;
  }
  return nearest;
}

/** The address at the other end of the connection. */
export const peerOf = ({ socket }: IncomingMessage): string => plain(socket.remoteAddress ?? 'unknown');

/** Some proxies name a port as well, `192.0.2.1:5678` or `[2001:db8::1]:80`. */
const plain = (address: string): string =>
  shortestForm(address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1'));
