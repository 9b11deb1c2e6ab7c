// A profile with a receiver of its deliveries: a server that records every request and answers by script, under public names that a name
// server of the test resolves.
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { networkTest } from '../../../src/base/kit/networks.ts';
import { setWebhookTarget } from '../../../src/providers/http/webhook-target.ts';
import { type DoorWorld, openDoor } from '../../account/door.ts';
import { type ZoneRecords, zoneServer } from '../../fakes/name-server.ts';
import type { Closing } from '../../fakes/provider-server.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Reply = { status: number; headers?: Record<string, string>; body?: string } | 'hang up';

export interface Receiver {
  port: number;
  /** Every request so far. */
  received: Received[];
  /** What requests are answered; 204 at first. */
  reply: (request: Received) => Reply | Promise<Reply>;
}

/** Undefined where the sender goes away in its midst. */
async function wholeBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
  } catch {
    return undefined;
  }
  return Buffer.concat(parts).toString('utf8');
}

export async function startReceiver(t: Closing): Promise<Receiver> {
  const receiver: Receiver = { port: 0, received: [], reply: () => ({ status: 204 }) };
  const server = createServer(async (request, response) => {
    const body = await wholeBody(request);
    if (body === undefined) return;
    const seen = { path: request.url ?? '', headers: request.headers, body };
    receiver.received.push(seen);
    const reply = await receiver.reply(seen);
    if (reply === 'hang up') return void response.destroy();
    response.writeHead(reply.status, reply.headers).end(reply.body ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.port = (server.address() as AddressInfo).port;
  return receiver;
}

export interface HookWorld extends DoorWorld {
  receiver: Receiver;
  /** Names and their addresses; `hooks.example` is the receiver. */
  zone: Map<string, ZoneRecords>;
  /** Of the receiver, under its public name. */
  url: (path?: string) => string;
  /** How long an attempt waits for the receiver. */
  limit: (timeoutMs: number) => void;
  /** Ann's calls, for her profile. */
  asAnn: <Body = unknown>(
    method: 'get' | 'post' | 'patch' | 'delete',
    path: string,
    body?: Body,
  ) => ReturnType<DoorWorld['call']>;
  // biome-ignore lint/suspicious/noExplicitAny: the contract has checked it
  subscribe: (types: readonly string[], more?: Record<string, unknown>) => Promise<any>;
}

export async function openHookWorld(t: TestContext): Promise<HookWorld> {
  const world = await openDoor(t);
  const receiver = await startReceiver(t);
  const zone = new Map<string, ZoneRecords>([['hooks.example', { addresses: ['127.0.0.1'] }]]);
  const { server } = await zoneServer(t, zone);
  const limit = (timeoutMs: number): void =>
    setWebhookTarget(world.base, {
      servers: [server],
      isHttpsOnly: false,
      ports: [receiver.port, 443],
      timeoutMs,
      isAllowed: networkTest('127.0.0.1', 'the receiver'),
    });
  limit(15_000);
  const { ann, call } = world;
  const url = (path = '/in'): string => `http://hooks.example:${receiver.port}${path}`;
  const asAnn: HookWorld['asAnn'] = (method, path, body) =>
    call(method, `${path}${path.includes('?') ? '&' : '?'}profile_id=${ann.profile_id}`, ann.session_token, body);
  const subscribe: HookWorld['subscribe'] = async (types, more = {}) => {
    const made = await asAnn('post', '/webhooks/subscriptions', { url: url(), event_types: types, ...more });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body.data;
  };
  return { ...world, receiver, zone, url, limit, asAnn, subscribe };
}
