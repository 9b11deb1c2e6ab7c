// `webhooks tail` beside a running service: events as they happen, signed and sent on, and nothing left behind. `webhooks check` without one.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { folder, type Json, json, owner, running, start, tributary } from './cli.ts';

test('webhooks tail', async (t) => {
  const data = folder(t);
  const { api_key, session_token, profile_id } = await json(owner(data));

  await t.test('says that it needs a service', async () => {
    const { code, stderr } = await tributary(['webhooks', 'tail', '--data', data]);
    assert.equal(code, 1);
    assert.match(stderr, /no service runs; start one/);
  });

  await t.test(
    'webhooks check exits with 1 where a receiver does something wrong, and sends nothing inside of the network',
    async () => {
      const careless = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()));
      await new Promise<void>((done) => careless.listen(0, '127.0.0.1', done));
      t.after(() => careless.close());
      const url = `http://127.0.0.1:${(careless.address() as AddressInfo).port}/hooks`;
      const check = ['webhooks', 'check', url, '--data', data, '--secret', `whsec_${Buffer.alloc(32, 7).toString('base64')}`];
      const wrong = await tributary(check, { TRIBUTARY_WEBHOOK_NETWORKS: '127.0.0.1' });
      assert.equal(wrong.code, 1, wrong.stderr);
      assert.match(wrong.stdout, /right {2}repetition: .*\n {7}responded 204: accepted/);
      assert.match(
        wrong.stdout,
        /WRONG {2}foreign_signature: .*The receiver must have each of these once:.*4 of 11 are wrong\./s,
      );
      const refused = await tributary(check);
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, /Nothing is sent to this URL/);
    },
  );

  const { address, stop } = await running(t, ['serve', '--data', data]);
  const bodies: string[] = [];
  let secret = '';
  const receiver = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString('utf8');
    new Webhook(secret).verify(body, request.headers as Record<string, string>);
    bodies.push(body);
    response.writeHead(202).end();
  });
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  t.after(() => receiver.close());
  const forward = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;

  await t.test('prints events, and sends each on', async () => {
    const args = ['webhooks', 'tail', '--data', data, '--json', '--types', 'payment.recorded', '--forward', forward];
    const child = start(args, {});
    const ended = once(child, 'close');
    t.after(() => child.kill('SIGKILL'));
    assert.ok(child.stdout);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const line = async (): Promise<Json> => JSON.parse((await lines.next()).value ?? 'null');
    secret = (await line()).secret;
    for (const key of ['order-1', 'order-2']) {
      const event = { event_type: 'payment_received', idempotency_key: key, value: { amount: '5', currency: 'EUR' } };
      const headers = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
      await fetch(`${address}/api/v1/events`, { method: 'POST', headers, body: JSON.stringify(event) });
      const { type, body, response } = await line();
      assert.deepEqual([type, response, bodies.at(-1)], ['payment.recorded', '202', body]);
    }
    const list = await fetch(`${address}/api/v1/webhooks/subscriptions?profile_id=${profile_id}`, {
      headers: { authorization: `Bearer ${session_token}` },
    });
    assert.deepEqual(((await list.json()) as Json).data, [], 'a tail is no subscription to manage');
    child.kill('SIGINT');
    assert.deepEqual(await ended, [0, null]);
  });

  await t.test('refuses types that there are not', async () => {
    const { code, stderr } = await tributary(['webhooks', 'tail', '--data', data, '--types', 'no.such']);
    assert.equal(code, 2);
    assert.match(stderr, /no event type no\.such/);
  });
  assert.equal(await stop(), 0);
});
