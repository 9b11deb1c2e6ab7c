// The corpus of subscriber URLs: each is judged as it says when it is registered and when it would be dialled, and no connection is opened
// to a refused one.
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { z } from 'zod';
import { networkTest } from '../../src/base/kit/networks.ts';
import { createMemory } from '../../src/base/work/memo.ts';
import { OutsideRefusal } from '../../src/providers/http/guard.ts';
import { setWebhookTarget, webhookTarget } from '../../src/providers/http/webhook-target.ts';
import { testConfig } from '../base/folder.ts';
import { nameServer, type ZoneRecords, zoneServer } from '../fakes/name-server.ts';
import { publicText } from './public-data.ts';

const corpus = z
  .object({
    urls: z.array(
      z.object({ url: z.string(), allowed: z.boolean(), why: z.string(), resolves_to: z.array(z.string()).optional() }),
    ),
  })
  .parse(JSON.parse(publicText('messaging/policy', 'subscriber-urls.json')));

/** Sockets that this process opens to others over TCP. */
function countSockets(t: TestContext): () => number {
  let opened = 0;
  const count = (): void => {
    opened += 1;
  };
  subscribe('net.client.socket', count);
  t.after(() => unsubscribe('net.client.socket', count));
  return () => opened;
}

/** As the name server of tests wants it. */
const writtenOut = (address: string): string => {
  const mapped = /^::ffff:(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)?.slice(1).map(Number);
  if (!mapped) return address;
  const [a = 0, b = 0, c = 0, d = 0] = mapped;
  return `0:0:0:0:0:ffff:${((a << 8) + b).toString(16)}:${((c << 8) + d).toString(16)}`;
};

const isRefused = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    (error: unknown) => {
      if (error instanceof OutsideRefusal) return true;
      throw error;
    },
  );

const freshBase = () => ({ config: testConfig('unused'), ...createMemory() });

test('registration', async (t) => {
  const zone = new Map<string, ZoneRecords>();
  for (const { url, resolves_to } of corpus.urls) {
    const host = URL.parse(url)?.hostname.replace(/\.$/, '');
    if (host && resolves_to) zone.set(host, { addresses: resolves_to.map(writtenOut) });
  }
  const { server } = await zoneServer(t, zone);
  const base = freshBase();
  setWebhookTarget(base, { servers: [server] });
  const opened = countSockets(t);
  assert.ok(corpus.urls.length >= 50);
  for (const { url, allowed, why } of corpus.urls) {
    assert.equal(await isRefused(webhookTarget(base).check(url)), !allowed, `${url}: ${why}`);
    if (!allowed) assert.ok(await isRefused(webhookTarget(base).send(url, { body: '{}', timeoutMs: 2_000 })), `${url}: ${why}`);
  }
  assert.equal(opened(), 0);
  t.diagnostic(`${corpus.urls.length} URLs, 0 connections to refused ones`);
});

test('a name that is public when registered and private at delivery is not dialled', async (t) => {
  const { server } = await nameServer(t, [['93.184.215.14'], ['127.0.0.1']]);
  const base = freshBase();
  setWebhookTarget(base, { servers: [server] });
  const opened = countSockets(t);
  await webhookTarget(base).check('https://hooks.example.com/');
  assert.ok(await isRefused(webhookTarget(base).send('https://hooks.example.com/', { body: '{}' })));
  assert.equal(opened(), 0);
});

test('a redirect inside is an answer, and nothing else is dialled', async (t) => {
  const receiver = createServer((_, answer) => answer.writeHead(302, { location: 'http://169.254.169.254/' }).end());
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  t.after(() => receiver.close());
  const { port } = receiver.address() as AddressInfo;
  const { server } = await nameServer(t, [['127.0.0.1']]);
  const base = freshBase();
  const isAllowed = networkTest('127.0.0.1', 'the receiver');
  setWebhookTarget(base, { servers: [server], isHttpsOnly: false, ports: [port], isAllowed });
  const opened = countSockets(t);
  const { status } = await webhookTarget(base).send(`http://hooks.example.com:${port}/`, { body: '{}' });
  assert.deepEqual([status, opened()], [302, 1]);
});
