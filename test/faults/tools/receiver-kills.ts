// The service killed while it sends to a receiver on this machine: payments are posted, the service is ended before the receiver responds,
// after it, or at any moment, and started again.
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { letPass, until } from '../../until.ts';
import { type Installed, type Running, startService } from './service.ts';

/** Receivers on this machine are allowed. */
export const ENV = { TRIBUTARY_WEBHOOK_NETWORKS: '127.0.0.1' };

const PAYMENTS_AT_ONCE = 10;
const PHASES = ['before the response', 'after it', 'any moment'] as const;

export interface Receiver {
  url: string;
  /** Called with each request before the response; true: there is none. */
  strike: () => Promise<boolean>;
}

export async function startReceiver(
  t: TestContext,
  receive: (body: string, headers: IncomingHttpHeaders) => void,
): Promise<Receiver> {
  const receiver: Receiver = { url: '', strike: async () => false };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    receive(Buffer.concat(parts).toString('utf8'), request.headers);
    if (await receiver.strike()) return void response.destroy();
    response.writeHead(200).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`;
  return receiver;
}

/** A call with the owner's session. */
export async function asOwner(
  service: Running,
  { session, profileId }: Installed,
  path: string,
  body?: unknown,
  method = 'POST',
) {
  const response = await fetch(`${service.address}/api/v1${path}${path.includes('?') ? '&' : '?'}profile_id=${profileId}`, {
    method: body === undefined ? 'GET' : method,
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json', 'idempotency-key': `${method} ${path}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the service checks its answers
  return (await response.json()) as any;
}

/** Whether the service acknowledged these payments; it may end while it does. */
export async function pay({ address }: Running, { apiKey }: Installed, keys: readonly string[]): Promise<boolean> {
  const value = { amount: '5', currency: 'USD' };
  const events = keys.map((key) => ({ event_type: 'payment_received', idempotency_key: key, value }));
  const posted = fetch(`${address}/api/v1/events/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  return posted.then(
    ({ ok }) => ok,
    () => false,
  );
}

export interface Killed {
  service: Running;
  /** Payments that the service has acknowledged. */
  paid: number;
  /** How often each phase was hit, in words. */
  hits: string;
}

interface KillOptions {
  service: Running;
  installed: Installed;
  receiver: Receiver;
  random: (below: number) => number;
  kills: number;
  /** Requests of a round that pass before the kill, less than this. */
  passing?: number;
}

export async function killWhileSending(t: TestContext, options: KillOptions): Promise<Killed> {
  const { installed, receiver, random, kills, passing = 1 } = options;
  let { service } = options;
  let paid = 0;
  const hits = new Map<string, number>();
  for (let round = 0; round < kills; round += 1) {
    const victim = service;
    const phase = PHASES[round % PHASES.length] ?? 'any moment';
    let left = random(passing);
    let isStruck = false;
    receiver.strike = async () => {
      if (isStruck || phase === 'any moment' || left > 0) {
        left -= 1;
        return false;
      }
      isStruck = true;
      // The response is on its way before the end, or never sent.
      if (phase === 'before the response') await victim.kill();
      else void letPass(random(8)).then(() => victim.kill());
      return phase === 'before the response';
    };
    const keys = Array.from({ length: PAYMENTS_AT_ONCE }, (_, n) => `round ${round} payment ${n}`);
    const isAcknowledged = await pay(service, installed, keys);
    paid += keys.length;
    if (phase === 'any moment') await letPass(random(1_500));
    else await until(() => !victim.isRunning(), 'the service was killed amid a request', 5);
    hits.set(phase, (hits.get(phase) ?? 0) + 1);
    await victim.kill();
    receiver.strike = async () => false;
    service = await startService(t, installed.dataDir, ENV);
    if (!isAcknowledged) assert.ok(await pay(service, installed, keys));
  }
  return { service, paid, hits: [...hits].map(([phase, n]) => `${phase} ${n}`).join(', ') };
}
