// How much of a body the doors read: nothing of what is declared too long, no more than the limit of what turns out so. The
// requests here are never sent to their end, so each answer proves that the rest was not waited for.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

/** Sends these bytes and no more; the text that comes back until the server closes. */
function exchange(...parts: (string | Uint8Array)[]): Promise<string> {
  return new Promise((done) => {
    let text = '';
    const socket: Socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1');
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => done(text));
    for (const part of parts) socket.write(part);
  });
}

const head = (path: string, ...headers: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers, '', ''].join('\r\n');

const bearer = (): string => `Authorization: Bearer ${app.apiKey}`;

function assertRefused(answer: string, status: number, code: string): void {
  const [headers = '', body = ''] = answer.split('\r\n\r\n');
  assert.match(headers, new RegExp(`^HTTP/1.1 ${status} `));
  assert.match(headers, /^connection: close$/im);
  assert.equal(JSON.parse(body).error.code, code);
}

const chunk = (bytes: number): string => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;

test('a body declared too long is refused before it is sent', async () => {
  assertRefused(await exchange(head('/api/v1/events', bearer(), 'Content-Length: 5242881')), 413, 'payload_too_large');
  assertRefused(await exchange(head('/t/collect', 'Content-Length: 524289')), 413, 'payload_too_large');
});

test('a body in chunks is refused where it passes the limit', async () => {
  const events = head('/api/v1/events', bearer(), 'Transfer-Encoding: chunked');
  assertRefused(await exchange(events, chunk(5_242_881)), 413, 'payload_too_large');
  assertRefused(await exchange(head('/t/collect', 'Transfer-Encoding: chunked'), chunk(524_289)), 413, 'payload_too_large');
});

test('a compressed body counts as what it unpacks to', async () => {
  const packed = gzipSync(Buffer.alloc(6 * 1024 * 1024, 'x'));
  const headers = head('/api/v1/events', bearer(), 'Content-Encoding: gzip', `Content-Length: ${packed.length + 100_000}`);
  assertRefused(await exchange(headers, packed), 413, 'payload_too_large');
  const response = await fetch(`${app.baseUrl}/api/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.apiKey}`, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify({ event_type: 'page_view', anonymous_id: 'browser-1', idempotency_key: 'packed-1' })),
  });
  const text = await response.text();
  assert.ok(response.ok, text);
});

test('a stranger is refused before the body is sent', async () => {
  for (const credential of ['X-Nothing: 1', 'Authorization: Bearer garbled', 'Authorization: Bearer svc_live_wrong']) {
    const length = head('/api/v1/events', credential, 'Content-Length: 5000000');
    assertRefused(await exchange(length), 401, 'unauthorized');
    assertRefused(await exchange(head('/api/v1/events', credential, 'Transfer-Encoding: chunked')), 401, 'unauthorized');
  }
});

test('a stranger with a short body keeps the connection', async () => {
  const refused = `${head('/api/v1/events', 'Content-Length: 2')}{}`;
  const last = head('/api/v1/events', 'Connection: close', 'Content-Length: 2');
  const answers = await exchange(refused, `${last}{}`);
  assert.equal(answers.match(/HTTP\/1\.1 401 /g)?.length, 2);
});
