// The check of a page on the machine that the service runs on: only where nobody else reaches the service, as its network is not the caller's.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startTestApp, type TestApp } from '../../harness.ts';

interface World {
  app: TestApp;
  /** The address of the site of this machine, under a name or a number of it. */
  siteAt(host: string): string;
}

async function openWorld(t: TestContext, config: Parameters<typeof startTestApp>[0] = {}): Promise<World> {
  const app = await startTestApp(config);
  t.after(() => app.close());
  const site = createServer((_, answer) => void answer.end('')).listen(0, '127.0.0.1');
  await new Promise((done) => site.once('listening', done));
  t.after(() => site.close());
  const { port } = site.address() as AddressInfo;
  return { app, siteAt: (host) => `http://${host}:${port}/` };
}

test('a page of this machine is asked for only where nobody else reaches the service', async (t) => {
  const asks = async (app: TestApp, url: string): Promise<[number, string]> => {
    app.clock.advance(60_000);
    const { status, body } = await app.api(app.apiKey).post('/tracking/verification', { url });
    return [status, body.error?.message ?? ''];
  };
  for (const config of [{ host: '0.0.0.0' }, { baseUrl: 'https://stats.example.com' }, { trustedProxies: '127.0.0.1' }]) {
    const { app, siteAt } = await openWorld(t, { config });
    for (const host of ['localhost', '127.0.0.1', '127.0.0.2', '[::1]']) {
      const [status, message] = await asks(app, siteAt(host));
      assert.deepEqual([status, message.slice(0, 5)], [422, 'url: '], `${JSON.stringify(config)} ${host}`);
    }
  }
  const { app } = await openWorld(t);
  for (const host of ['192.168.1.1', '169.254.169.254', '10.0.0.1', '0.0.0.0', 'localhost.localdomain'])
    assert.equal((await asks(app, `http://${host}/`))[0], 422, `its network is none of this machine: ${host}`);
});
