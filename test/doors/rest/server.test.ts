// What the HTTP parser refuses, and what never arrives, is answered in the envelope of every error and closed.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { readBody } from '../../../src/doors/http/body.ts';
import { drainable } from '../../../src/doors/http/drain.ts';
import { createHttpServer } from '../../../src/doors/http/server.ts';
import { until } from '../../until.ts';

async function serve(t: TestContext, timeouts: Parameters<typeof createHttpServer>[2] = {}): Promise<Server> {
  const server = createHttpServer(
    (request, response) => {
      readBody(request, 1_000).then(
        () => response.end('fine'),
        () => undefined, // the parser's own refusal is already on its way
      );
    },
    () => 'https://tributary.example',
    timeouts,
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

/** Everything the server sends until it closes. */
function exchange(server: Server, text: string): Promise<string> {
  return new Promise((done) => {
    let answer = '';
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => done(answer));
  });
}

function assertRefused(answer: string, status: number, name: string): void {
  const [head = '', body = ''] = answer.slice(answer.lastIndexOf('HTTP/1.1')).split('\r\n\r\n');
  assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), name);
  assert.match(head, /^Connection: close$/m, name);
  const { error } = JSON.parse(body);
  assert.deepEqual(Object.keys(error), ['code', 'message', 'status', 'request_id', 'docs_url'], name);
  assert.deepEqual([error.code, error.status], ['invalid_request', status], name);
  assert.equal(error.docs_url, 'https://tributary.example/docs/errors#invalid_request');
  assert.match(head, new RegExp(`^X-Request-Id: ${error.request_id}$`, 'm'), name);
}

const post = (...lines: string[]): string => ['POST / HTTP/1.1', 'Host: x', ...lines].join('\r\n');

test('what is no HTTP is refused in the envelope', async (t) => {
  const server = await serve(t);
  const cases: [string, number, string][] = [
    ['a long header', 431, post(`X-Long: ${'x'.repeat(20_000)}`, '', '')],
    ['a long address', 431, `GET /${'x'.repeat(60_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['an address without a host', 400, 'POST http:// HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n{'],
    ['an address of another kind', 400, 'POST other://x/y HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n{'],
    ['an unknown expectation', 417, post('Expect: foo', 'Content-Length: 2', '', '{}')],
    ['a bad chunk', 400, post('Transfer-Encoding: chunked', '', 'zz\r\nx')],
    ['two lengths', 400, post('Transfer-Encoding: chunked', 'Content-Length: 5', '', '0\r\n\r\n')],
    ['a negative length', 400, post('Content-Length: -5', '', '')],
    ['an unknown method', 400, 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a second request that is none', 400, `${post('Content-Length: 0', '', '')}nonsense\r\n\r\n`],
  ];
  for (const [name, status, text] of cases) assertRefused(await exchange(server, text), status, name);
});

test('a request that does not arrive is given up', async (t) => {
  const server = await serve(t, { requestTimeout: 100, headersTimeout: 50, connectionsCheckingInterval: 20 });
  assertRefused(await exchange(server, post('Content-Length: 5', '', 'a')), 408, 'a body that stops');
  assertRefused(await exchange(server, 'POST / HTTP/1.1\r\nHost:'), 408, 'headers that stop');
});

test('a request has 30 seconds to arrive, its headers 10', async (t) => {
  const { requestTimeout, headersTimeout } = await serve(t);
  assert.deepEqual([requestTimeout, headersTimeout], [30_000, 10_000]);
});

test('a request that names two hosts is refused', async (t) => {
  const server = await serve(t);
  const lines = (...hosts: string[]): string => ['GET / HTTP/1.1', ...hosts, 'Connection: close', '', ''].join('\r\n');
  for (const hosts of [
    ['Host: a', 'Host: b'],
    ['Host: a', 'X-Other: 1', 'hOST: a'],
  ])
    assertRefused(await exchange(server, lines(...hosts)), 400, hosts.join());
  assert.match(await exchange(server, lines('Host: a', 'X-Forwarded-Host: b')), /^HTTP\/1.1 200 /);
});

test('who opens connections without end loses their own', async (t) => {
  const server = await serve(t, { maxConnections: 5 });
  const { port } = server.address() as AddressInfo;
  const ended: number[] = [];
  const opened = (n: number): Promise<Socket> =>
    new Promise((done) => {
      const socket = connect(port, '127.0.0.1', () => done(socket));
      socket.on('error', () => undefined).on('close', () => ended.push(n));
      t.after(() => socket.destroy());
    });
  // One whose request is under way, and one that is kept for the next request.
  const busy = await opened(0);
  busy.write(post('Content-Length: 4', '', 'a'));
  await once(server, 'request');
  const kept = await opened(1);
  kept.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(kept, 'data');
  for (let n = 2; n < 20; n += 1) await opened(n);
  await until(() => ended.length >= 15, 'fifteen connections were closed');
  assert.ok(!ended.includes(0), 'a request under way is answered');
  assert.deepEqual(
    ended.toSorted((a, b) => a - b),
    Array.from({ length: 15 }, (_, n) => n + 1),
    'the longest idle were closed',
  );
  busy.write('bcd');
  assert.match(String(await once(busy, 'data')), /^HTTP\/1.1 200 /);
  assert.match(await exchange(server, post('Content-Length: 0', 'Connection: close', '', '')), /^HTTP\/1.1 200 /);
});

test('a server ends though a client keeps a connection on which it has sent nothing', async () => {
  const server = createHttpServer(
    (_request, response) => response.end(),
    () => '',
  );
  const drain = drainable(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const silent = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  await Promise.all([once(server, 'connection'), once(silent, 'connect')]);
  // Without patience that could end it instead.
  await Promise.all([drain(2 ** 31 - 1), once(silent, 'close')]);
});
