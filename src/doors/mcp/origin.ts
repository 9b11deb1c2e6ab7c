// Which web pages may call (the protocol requires it against DNS rebinding): the service's own, those of the machine itself, and
// those the operator names. What is no browser sends no Origin and passes.
import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export function isOriginAllowed({ origin }: IncomingHttpHeaders, baseUrl: string, configured: string): boolean {
  if (origin === undefined) return true;
  const allowed = configured.split(',').map((each) => each.trim().replace(/\/$/, ''));
  if (allowed.includes('*') || allowed.includes(origin)) return true;
  const page = URL.parse(origin);
  if (!page || !/^https?:$/.test(page.protocol)) return false;
  return page.origin === URL.parse(baseUrl)?.origin || LOOPBACK.includes(page.hostname);
}
