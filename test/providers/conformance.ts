// What every provider's client must do, whatever the provider does: run against each fake by its own test file.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { inspect } from 'node:util';
import { ApiError } from '../../src/base/contract/api-error.ts';
import type { FailureScript, ProviderServer } from '../fakes/provider-server.ts';

export interface Subject {
  server: ProviderServer;
  /** A call that changes nothing; it answers the same each time. */
  read: () => Promise<unknown>;
  /** A write with this idempotency key. */
  write: (key: string) => Promise<unknown>;
  /** How many writes the provider has carried out. */
  effects: () => number;
  /** The credential, which must appear in no error. */
  secret: string;
}

async function refusalOf(call: Promise<unknown>, secret: string): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof ApiError, inspect(error));
    assert.equal(error.code, 'provider_error');
    assert.ok(!inspect(error, { depth: 9 }).includes(secret), 'the refusal holds the credential');
    return error;
  }
  return assert.fail('the call succeeded');
}

/** @param start A fresh subject, whose client waits at most a second for an answer. */
export async function testConformance(t: TestContext, start: (t: TestContext) => Promise<Subject>): Promise<void> {
  const scripts = (list: FailureScript[]): readonly FailureScript[] => list;
  for (const script of scripts(['error_once', 'reset', 'throttled_shortly', 'timeout_after_apply', 'reset_after_apply']))
    await t.test(`repeats a read after ${script}`, async (t) => {
      const { server, read } = await start(t);
      const before = await read();
      server.fail(script);
      assert.deepEqual(await read(), before);
    });
  for (const script of scripts(['timeout_after_apply', 'reset_after_apply', 'error_once']))
    await t.test(`has one effect of a write after ${script}`, async (t) => {
      const { server, write, effects } = await start(t);
      const before = effects();
      server.fail(script);
      await write('one-effect');
      await write('one-effect');
      assert.equal(effects(), before + 1);
    });
  await t.test('waits no hour for a provider that asks for it, and says when to try again', async (t) => {
    const { server, read, secret } = await start(t);
    server.fail('throttled');
    const refusal = await refusalOf(read(), secret);
    assert.equal(refusal.status, 503);
    assert.equal(refusal.retryAfterSeconds, 3_600);
    assert.equal(server.requests.length, 1);
  });
  for (const script of scripts(['revoked', 'html', 'wrong_json', 'redirect', 'endless']))
    await t.test(`refuses ${script} at once, and does not ask again`, async (t) => {
      const { server, read, secret } = await start(t);
      server.fail(script, 3);
      const refusal = await refusalOf(read(), secret);
      assert.equal(refusal.status, 502);
      assert.equal(server.requests.length, 1);
    });
  await t.test('gives up after a few attempts at a provider that stays down', async (t) => {
    const { server, read, secret } = await start(t);
    server.fail('error_once', 20);
    assert.equal((await refusalOf(read(), secret)).status, 503);
    assert.ok(server.requests.length >= 2 && server.requests.length <= 4, String(server.requests.length));
  });
}
