// Incoming webhooks of Slack, Microsoft Teams and Google Chat as one server: channels by their addresses, each with the messages that it shows. They check what they
// get as the services do, can be revoked, throttle, be down, and break off before or after a message is shown.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Closing } from '../provider-server.ts';

export type ChatScript =
  | 'throttled'
  | 'down'
  | 'break_off_before'
  | 'break_off_after'
  | 'error_after'
  | 'silence_before'
  | 'silence_after';
type Service = 'slack' | 'teams' | 'google';

const slack = z.object({ text: z.string().min(1), blocks: z.array(z.object({ type: z.string() }).loose()).max(50) });
const teams = z.object({
  type: z.literal('message'),
  attachments: z.tuple([
    z
      .object({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        content: z.object({ type: z.literal('AdaptiveCard'), body: z.array(z.unknown()), actions: z.array(z.unknown()) }).loose(),
      })
      .loose(),
  ]),
});
const google = z.object({ cardsV2: z.array(z.object({ cardId: z.string(), card: z.object({}).loose() })).min(1) });
const SHAPES = { slack, teams, google };
const GONE = { slack: [404, 'no_service'], teams: [404, ''], google: [403, '{"error":{"status":"PERMISSION_DENIED"}}'] } as const;

export interface FakeChats {
  port: number;
  /** Messages that a channel shows, as they came. */
  shown(channel: string): string[];
  requests: number;
  revoke(channel: string): void;
  /** The next requests end so, one each. */
  script(...scripts: ChatScript[]): void;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Addresses are `/slack/<channel>`, `/teams/<channel>` and `/google/<channel>?key=…`. */
export async function startFakeChats(t: Closing): Promise<FakeChats> {
  const messages = new Map<string, string[]>();
  const revoked = new Set<string>();
  const seen = new Set<string>();
  const scripts: ChatScript[] = [];
  const fake: FakeChats = {
    port: 0,
    requests: 0,
    shown: (channel) => messages.get(channel) ?? [],
    revoke: (channel) => void revoked.add(channel),
    script: (...next) => void scripts.push(...next),
  };
  const show = (service: Service, channel: string, url: URL, body: string): void => {
    const requestId = url.searchParams.get('requestId');
    // Google drops a message of a request that it has had.
    if (service === 'google' && requestId !== null && seen.has(requestId)) return;
    if (requestId !== null) seen.add(requestId);
    messages.set(channel, [...(messages.get(channel) ?? []), body]);
  };
  const server = createServer(async (request, response) => {
    fake.requests += 1;
    const url = new URL(request.url ?? '', 'http://chats.example');
    const [, name = '', channel = ''] = url.pathname.split('/');
    const service = name as Service;
    const body = await textOf(request);
    const script = scripts.shift();
    if (script === 'silence_before') return;
    if (script === 'break_off_before') return void response.destroy();
    if (script === 'throttled') return void response.writeHead(429, { 'retry-after': '120' }).end();
    if (script === 'down') return void response.writeHead(503).end();
    if (revoked.has(channel)) {
      const [status, text] = GONE[service];
      return void response.writeHead(status).end(text);
    }
    if (!SHAPES[service].safeParse(JSON.parse(body)).success) return void response.writeHead(400).end('invalid_payload');
    show(service, channel, url, body);
    if (script === 'silence_after') return;
    if (script === 'break_off_after') return void response.destroy();
    if (script === 'error_after') return void response.writeHead(502).end();
    response.writeHead(service === 'teams' ? 202 : 200).end(service === 'slack' ? 'ok' : '{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  fake.port = (server.address() as AddressInfo).port;
  return fake;
}
