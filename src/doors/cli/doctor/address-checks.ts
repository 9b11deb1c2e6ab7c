// The public address: whether browsers get there safely, whether it leads to this service, and what it shows to everybody.
import { connect } from 'node:tls';
import type { Check, Finding } from './finding.ts';

const PATIENCE_MS = 10_000;
const CERTIFICATE_DAYS = 14;
const DAY_MS = 86_400_000;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const ask = (url: string): Promise<Response> => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });
const causeOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
};

export const checkAddress: Check = async ({ config: { baseUrl }, http }) => {
  if (baseUrl === undefined) return [];
  const url = new URL(baseUrl);
  const findings: Finding[] = [];
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    findings.push({
      check: 'no_tls',
      what: `TRIBUTARY_BASE_URL is ${baseUrl}: over plain http browsers refuse the console's session, and keys travel readable.`,
      next: 'Put a proxy with TLS in front (deploy/Caddyfile), and write https:// in TRIBUTARY_BASE_URL.',
    });
  // Without a service nobody answers there, rightly.
  if (http === undefined) return findings;
  return [...findings, ...(await findReached(baseUrl.replace(/\/$/, ''))), ...(await findCertificate(url))];
};

async function findReached(baseUrl: string): Promise<Finding[]> {
  const unreached = (what: string): Finding[] => [
    {
      check: 'address',
      what: `${baseUrl} does not lead to this service: ${what}.`,
      next: 'Check the name in DNS, the proxy and its certificate: the proxy passes all paths on to the address of the service.',
    },
  ];
  try {
    const answer = await ask(`${baseUrl}/healthz`);
    const text = await answer.text();
    if (answer.status !== 200 || !text.includes('"status":"ok"')) return unreached(`/healthz answers ${answer.status}`);
    return await findMetrics(baseUrl);
  } catch (error) {
    return unreached(causeOf(error));
  }
}

/** What a stranger gets there. */
async function findMetrics(baseUrl: string): Promise<Finding[]> {
  const answer = await ask(`${baseUrl}/metrics`);
  const isOurs = answer.status === 200 && (await answer.text()).includes('tributary_');
  if (!isOurs || LOOPBACK.test(new URL(baseUrl).hostname)) return [];
  return [
    {
      check: 'open_metrics',
      what: `Everybody can read ${baseUrl}/metrics, which has ids of profiles and how much they receive.`,
      next: 'Set TRIBUTARY_METRICS_TOKEN or TRIBUTARY_METRICS_LOOPBACK, or refuse the path in the proxy.',
    },
  ];
}

async function findCertificate({ protocol, hostname, port }: URL): Promise<Finding[]> {
  if (protocol !== 'https:') return [];
  const until = await certificateEnd(hostname.replace(/^\[|\]$/g, ''), port === '' ? 443 : Number(port)).catch(() => undefined);
  const days = until === undefined ? undefined : Math.floor((until - Date.now()) / DAY_MS);
  if (days === undefined || days > CERTIFICATE_DAYS) return [];
  return [
    {
      check: 'certificate',
      what: `The certificate of ${hostname} ${days < 0 ? 'has ended' : `ends in ${days} ${days === 1 ? 'day' : 'days'}`}.`,
      next: 'Look into the log of the proxy or of certbot: certificates are renewed 30 days before their end.',
    },
  ];
}

const certificateEnd = (host: string, port: number): Promise<number> =>
  new Promise((done, fail) => {
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: PATIENCE_MS }, () => {
      const { valid_to } = socket.getPeerCertificate();
      socket.destroy();
      done(Date.parse(valid_to));
    });
    socket.once('error', fail);
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
  });
