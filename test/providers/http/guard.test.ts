// The way to what customers name: nothing hostile is dialled, what was checked is what is dialled, and every bound holds.
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { networkTest } from '../../../src/base/kit/networks.ts';
import { createOutside, createOutsideCheck, type OutsideReason, OutsideRefusal } from '../../../src/providers/http/guard.ts';
import { isPublicAddress } from '../../../src/providers/http/public-address.ts';
import { seededRandom } from '../../base/random.ts';
import { nameServer, type ZoneRecords, zoneServer } from '../../fakes/name-server.ts';
import { bytesOf, formsOf, innerAddresses, publicAddresses } from '../../hostile/outside/addresses.ts';
import { WAIT_MS } from '../../until.ts';
import { HOSTILE_URLS } from './hostile-urls.ts';

/** Why it was refused; anything else fails the test. */
async function reasonOf(request: Promise<unknown>): Promise<OutsideReason> {
  try {
    await request;
  } catch (error) {
    assert.ok(error instanceof OutsideRefusal, String(error));
    return error.reason;
  }
  return assert.fail('it was let through');
}

async function listen(t: TestContext, answer: RequestListener, host = '127.0.0.1', port = 0): Promise<number> {
  const server = createServer(answer).listen(port, host);
  await new Promise((done, failed) => server.once('listening', done).once('error', failed));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('hostile addresses are refused before anything is dialled', async (t) => {
  assert.ok(new Set(HOSTILE_URLS).size === HOSTILE_URLS.length && HOSTILE_URLS.length >= 200);
  t.diagnostic(`${HOSTILE_URLS.length} addresses`);
  const { server, asked: request } = await nameServer(t, [['127.0.0.1']]);
  const outside = createOutside({ servers: [server] });
  for (const url of HOSTILE_URLS) {
    const reason = await reasonOf(outside(url));
    assert.ok(reason === 'url' || reason === 'address', `${url}: ${reason}`);
  }
  assert.equal(request(), 0, 'no name server was asked either');
});

test('a name is as good as its worst address, and one without any is answered alike', async (t) => {
  const messages = new Set<string>();
  for (const addresses of [['127.0.0.1'], ['93.184.215.14', '10.0.0.5'], ['93.184.215.14', 'fd00::1'], ['::ffff:127.0.0.1']]) {
    const { server } = await nameServer(t, [addresses]);
    const refusal = await createOutside({ servers: [server] })('http://shop.example/').catch((error) => error);
    assert.equal(refusal.reason, 'unresolved', addresses.join());
    messages.add(refusal.message);
  }
  const { server } = await nameServer(t, [[]]);
  const refusal = await createOutside({ servers: [server] })('http://shop.example/').catch((error) => error);
  assert.equal(refusal.reason, 'unresolved');
  assert.deepEqual([...messages], [refusal.message], 'nobody learns by it which names the inner network has');
});

test('a name with an inner address is refused, alone and beside public ones, whatever form the name server has it in', async (t) => {
  const random = seededRandom(t);
  const outer = publicAddresses(random);
  const zone = new Map<string, ZoneRecords>();
  for (const [n, inner] of innerAddresses(random).entries()) {
    for (const form of inner.bytes.length === 16 ? formsOf(inner) : []) assert.deepEqual(bytesOf(form), inner.bytes, form);
    zone.set(`alone${n}.shop.example`, { addresses: [inner.text] });
    zone.set(`beside${n}.shop.example`, { addresses: [...outer.map(({ text }) => text), inner.text] });
    zone.set(`alias${n}.shop.example`, { cname: `alone${n}.shop.example` });
  }
  outer.forEach(({ text }, n) => void zone.set(`public${n}.shop.example`, { addresses: [text] }));
  const { server } = await zoneServer(t, zone);
  const check = createOutsideCheck({ servers: [server] });
  for (const name of zone.keys()) {
    if (name.startsWith('public')) await check(`http://${name}/`);
    else assert.equal(await reasonOf(check(`http://${name}/`)), 'unresolved', `${name}: ${zone.get(name)?.addresses}`);
  }
  t.diagnostic(`${zone.size} names`);
});

test('a name that is rebound leads nowhere else: it is asked for once, and what was checked is dialled', async (t) => {
  const heard: string[] = [];
  const port = await listen(t, (_, answer) => {
    heard.push('checked');
    answer.end('public');
  });
  await listen(
    t,
    (_, answer) => {
      heard.push('neighbour');
      answer.end('secret');
    },
    '127.0.0.2',
    port,
  );
  const { server, asked: request } = await nameServer(t, [['127.0.0.1'], ['127.0.0.2']]);
  const outside = createOutside({ servers: [server], ports: [port], isAllowed: networkTest('127.0.0.1', 'here') });
  const { body, address } = await outside(`http://shop.example:${port}/`);
  assert.deepEqual([body.toString(), address, request()], ['public', '127.0.0.1', 1]);
  assert.equal(await reasonOf(outside(`http://shop.example:${port}/`)), 'unresolved', 'the second answer is the neighbour');
  assert.deepEqual(heard, ['checked']);
});

test('what answers is bounded', async (t) => {
  const seen: string[] = [];
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  const pages: Record<string, RequestListener> = {
    '/page': (request, answer) => answer.end(`${request.headers.host} ${request.headers['accept-encoding']}`),
    '/away': (_, answer) => answer.writeHead(302, { location: '/page' }).end(),
    '/long': (_, answer) => answer.end(Buffer.alloc(5000)),
    '/endless': (_, answer) => {
      const drip = setInterval(() => answer.write('x'), 20);
      answer.on('close', () => clearInterval(drip));
    },
    '/silent': () => undefined,
    '/bomb': (_, answer) => answer.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    '/broken': (_, answer) => {
      answer.writeHead(200, { 'content-length': '100' });
      answer.write('half', () => answer.destroy());
    },
    '/heads': (_, answer) => answer.writeHead(200, { 'x-long': 'a'.repeat(40_000) }).end(),
  };
  const port = await listen(t, (query, answer) => {
    seen.push(query.url as string);
    pages[query.url as string]?.(query, answer);
  });
  const { server } = await nameServer(t, [['127.0.0.1']]);
  const outside = createOutside({ servers: [server], ports: [port], isAllowed: networkTest('127.0.0.1', 'here') });
  // Only what never ends meets its limit of time, however slow the machine is.
  const at = (path: string) =>
    outside(`http://shop.example:${port}${path}`, { timeoutMs: /endless|silent/.test(path) ? 500 : WAIT_MS, maxBytes: 4096 });

  await t.test('a page comes as it is, requested by its name', async () => {
    const { status, body } = await at('/page');
    assert.deepEqual([status, body.toString()], [200, `shop.example:${port} identity`]);
  });
  await t.test('a redirect is an answer, and is not followed', async () => {
    const before = seen.length;
    const { status, headers } = await at('/away');
    assert.deepEqual([status, headers.location, seen.slice(before)], [302, '/page', ['/away']]);
  });
  const refusals = {
    '/long': 'long',
    '/endless': 'slow',
    '/silent': 'slow',
    '/bomb': 'encoded',
    '/broken': 'unreachable',
    '/heads': 'unreachable',
  };
  for (const [path, reason] of Object.entries(refusals))
    await t.test(`${path} is refused as ${reason}`, async () => assert.equal(await reasonOf(at(path)), reason));
  await t.test('nobody there is unreachable', async () => {
    const other = createOutside({ servers: [server], ports: [1], isAllowed: () => true });
    assert.equal(await reasonOf(other('http://shop.example:1/')), 'unreachable');
  });
});

test('isPublicAddress', () => {
  for (const address of [
    '1.1.1.1',
    '9.255.255.255',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.0',
    '192.0.1.0',
    '223.255.255.255',
  ])
    assert.equal(isPublicAddress(address), true, address);
  for (const address of ['2606:4700::1111', '2a00:1450::1', '2001:4860:4860::8888', '2001:200::1'])
    assert.equal(isPublicAddress(address), true, address);
});
