// The service as a process sees it: it starts on a free port, answers, and stops without cutting anybody off.
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Base } from '../../../src/base/base.ts';
import { type Config, readConfig } from '../../../src/base/config/config.ts';
import { openBase } from '../../../src/base/open.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { startService } from '../../../src/service.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { until } from '../../until.ts';

test('the service starts, stops and starts again on the same data', async (t) => {
  const config = readConfig({ dataDir: temporaryFolder(t), port: 0, logLevel: 'silent', ballastMb: 1 }, {});
  const first = await startService(config);
  const health = await fetch(`${first.address}/healthz`);
  assert.deepEqual(await health.json(), { status: 'ok' });
  await t.test('a data folder in use is not opened twice', async () => {
    await assert.rejects(startService(config), /in use/);
  });
  await first.stop();
  await first.stop();
  await assert.rejects(fetch(`${first.address}/healthz`));
  const second = await startService(config);
  assert.equal((await fetch(`${second.address}/readyz`)).status, 200);
  await second.stop();
});

test('while the stores are opened, callers are told when to try again', async (t) => {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  const config = readConfig({ dataDir: temporaryFolder(t), port, logLevel: 'silent', ballastMb: 1 }, {});
  let mayOpen = (): void => undefined;
  const opening = new Promise<void>((done) => {
    mayOpen = done;
  });
  const open = async (given: Config): Promise<Base> => {
    await opening;
    return openBase(given);
  };
  const starting = startService(config, { open });
  const address = `http://127.0.0.1:${port}`;
  const post = () => fetch(`${address}/t/collect`, { method: 'POST', body: '{}' });
  const early = await until(() => post().catch(() => undefined), 'the service listens');
  assert.deepEqual([early.status, early.headers.get('retry-after')], [503, '2']);
  const { error } = await early.json();
  assert.deepEqual([error.code, error.status], ['service_unavailable', 503]);
  assert.deepEqual(await (await fetch(`${address}/healthz`)).json(), { status: 'starting' });
  assert.equal((await fetch(`${address}/readyz`)).status, 503);
  mayOpen();
  const service = await starting;
  assert.equal((await post()).status, 422);
  await service.stop();
});

test('a request under way when the service stops is answered', async (t) => {
  const config = readConfig({ dataDir: temporaryFolder(t), port: 0, logLevel: 'silent', ballastMb: 1 }, {});
  const service = await startService(config);
  const { port } = new URL(service.address);
  const { session_token: session } = initInstallation(service.base, {
    email: 'owner@shop.example',
    workspace: 'Shop',
    profile: 'Main',
    currency: 'USD',
    timezone: 'UTC',
  });
  let isAnswered = (_status: number | undefined): void => undefined;
  let fails = (_error: Error): void => undefined;
  const answered = new Promise<number | undefined>((done, fail) => {
    isAnswered = done;
    fails = fail;
  });
  const body = '{"name":"x"}';
  const late = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/v1/workspaces' }, (response) => {
    response.resume();
    response.once('end', () => isAnswered(response.statusCode));
  });
  late.setHeader('authorization', `Bearer ${session}`);
  late.setHeader('content-type', 'application/json');
  late.setHeader('content-length', String(body.length));
  late.once('error', fails);
  // The first half reaches the server before it stops; the second only afterwards.
  await new Promise<void>((sent) => late.write(body.slice(0, 5), () => sent()));
  await fetch(`${service.address}/healthz`).then((response) => response.text());
  const stopped = service.stop();
  late.end(body.slice(5));
  assert.equal(await answered, 201);
  await stopped;
});
