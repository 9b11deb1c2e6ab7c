// The line of each request: one at `debug` for whichever door answered, without queries and secrets; none at `info` but for our
// own failures.

import assert from 'node:assert/strict';
import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import { createApp } from '../../../src/app.ts';
import { reading } from '../../../src/base/contract/operation.ts';
import { createLog } from '../../../src/base/kit/log.ts';
import { slices } from '../../../src/slices.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { letPass, until } from '../../until.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app?.close());

/** The same stores behind a server that logs at this level; the lines of requests it has written so far. */
async function logging(t: TestContext, logLevel: 'debug' | 'info', changed = slices) {
  const lines: string[] = [];
  const base = { ...app.base, log: createLog({ logLevel }, { write: (line) => void lines.push(line) }) };
  const server = createServer(await createApp(base, changed, { baseUrl: () => 'http://service.example' }));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, ofRequests: () => lines.map((line) => JSON.parse(line)).filter((line) => line.req !== undefined) };
}

const body = JSON.stringify({ tracking_key: 'trk_live_nobody', events: [{ event_type: 'page_view' }] });

test('a chatty log has one line for each request, whichever door answers', async (t) => {
  const { address, ofRequests } = await logging(t, 'debug');
  const headers = { 'x-request-id': 'call-1' };
  await (await fetch(`${address}/t/collect?k=secret`, { method: 'POST', body, headers })).text();
  await (await fetch(`${address}/api/v1/profile?k=secret`, { headers })).text();
  await (await fetch(`${address}/console/sign-in/secret`, { headers })).text();
  await until(() => ofRequests().length === 3, 'three lines');
  assert.deepEqual(
    ofRequests().map(({ level, req, res, msg }) => ({ level, ...req, ...res, msg })),
    [
      { level: 20, id: 'call-1', method: 'POST', path: '/t/collect', status: 401, msg: 'request completed' },
      { level: 20, id: 'call-1', method: 'GET', path: '/api/v1/profile', status: 401, msg: 'request completed' },
      { level: 20, id: 'call-1', method: 'GET', path: '/console/sign-in/…', status: 404, msg: 'request completed' },
    ],
  );
  assert.ok(ofRequests().every(({ responseTime }) => responseTime >= 0));
});

test('a caller who leaves before the answer is told apart', async (t) => {
  const { address, ofRequests } = await logging(t, 'debug');
  const left = ask(`${address}/t/collect`, { method: 'POST', headers: { 'content-length': '100' } });
  left.on('error', () => undefined);
  left.write('{', () => void letPass(50).then(() => left.destroy()));
  await until(() => ofRequests().length === 1, 'one line');
  assert.equal(ofRequests()[0].msg, 'request aborted');
});

test('a quiet log speaks of our failures alone', async (t) => {
  const failing = slices.map((slice) =>
    'getProfile' in slice.handlers
      ? {
          ...slice,
          handlers: { ...slice.handlers, getProfile: reading('getProfile', () => Promise.reject(new Error('broken'))) },
        }
      : slice,
  );
  const { address, ofRequests } = await logging(t, 'info', failing);
  await (await fetch(`${address}/t/collect`, { method: 'POST', body })).text();
  const headers = { authorization: `Bearer ${app.apiKey}` };
  await (await fetch(`${address}/api/v1/events/none`, { headers })).text();
  await (await fetch(`${address}/api/v1/profile`, { headers })).text();
  await until(() => ofRequests().length > 0, 'a line');
  assert.deepEqual(
    ofRequests().map(({ level, req, res }) => [level, req.path, res.status]),
    [[40, '/api/v1/profile', 500]],
  );
});
