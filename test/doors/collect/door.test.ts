// Which requests the trackers' door takes for its own, and that each is counted and answered as every other door would.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

/** The answer to a request line that `fetch` would not send. */
function raw(method: string, target: string, headers: string[] = []): Promise<string> {
  const body = JSON.stringify({ tracking_key: app.trackingKey, events: [{ event_type: 'page_view' }] });
  const head = [`${method} ${target} HTTP/1.1`, 'Host: x', 'Connection: close', `Content-Length: ${body.length}`, ...headers];
  return new Promise((done) => {
    let text = '';
    const socket = connect(Number(new URL(app.baseUrl).port), '127.0.0.1', () =>
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`),
    );
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => done(text));
  });
}

test('collectEvents: the address', async (t) => {
  const here = ['/t/collect', '/t/collect/', '/t/collect?v=1', '/t/collect/?v=1', 'http://shop.example/t/collect?v=1'];
  const elsewhere = ['/t/collects', '/t/collect/x', '/T/collect', '//t/collect', '/t/x?/t/collect', 'http://shop.example/t/'];
  for (const target of here)
    await t.test(`${target} is this door`, async () => assert.match(await raw('POST', target), /^HTTP\/1.1 204 /));
  for (const target of elsewhere)
    await t.test(`${target} is not`, async () => assert.match(await raw('POST', target), /^HTTP\/1.1 404 /));
});

test('collectEvents: other methods are told which there is, and a page may read it', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const answer = await raw(method, '/t/collect');
    assert.match(answer, /^HTTP\/1.1 404 /);
    assert.match(answer, /^access-control-allow-origin: \*$/im);
    assert.match(answer, /^allow: POST$/im);
  }
});

test('collectEvents: every answer names its request', async () => {
  for (const [more, status] of [
    [[], 204],
    [['Accept: application/json'], 200],
    [['Content-Encoding: odd'], 400],
  ] as const) {
    const answer = await raw('POST', '/t/collect', ['X-Request-Id: mine', ...more]);
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(answer, /^x-request-id: mine$/im);
    assert.match(answer, /^access-control-expose-headers: Retry-After, X-RateLimit-Reset, X-Request-Id$/im);
  }
  assert.doesNotMatch(await raw('POST', '/t/collect', ['X-Request-Id: <odd>']), /<odd>/);
});

test('collectEvents: a byte order mark before the JSON is no fault', async () => {
  const body = `\ufeff${JSON.stringify({ tracking_key: app.trackingKey, events: [{ event_type: 'page_view' }] })}`;
  const { status } = await fetch(`${app.baseUrl}/t/collect`, { method: 'POST', body });
  assert.equal(status, 204);
});

test('collectEvents: is counted by status, and its refusals by code', async () => {
  const counts = async (): Promise<Record<string, number>> => {
    const text = await (await fetch(`${app.baseUrl}/metrics`)).text();
    const of = (start: string): number =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(start))
          ?.split(' ')[1] ?? 0,
      );
    return {
      taken: of('tributary_requests_total{operation="collectEvents",status="204"}'),
      refused: of('tributary_requests_total{operation="collectEvents",status="400"}'),
      timed: of('tributary_request_seconds_count{operation="collectEvents"}'),
    };
  };
  const before = await counts();
  await raw('POST', '/t/collect');
  await raw('POST', '/t/collect', ['Content-Encoding: odd']);
  const after = await counts();
  assert.deepEqual(
    Object.entries(after).map(([name, count]) => count - (before[name] as number)),
    [1, 1, 2],
  );
});
