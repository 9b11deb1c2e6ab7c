// What every provider's client must do, whatever the provider does: run against each fake by its own test file.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { inspect } from 'node:util';
import { ApiError } from '../../src/base/contract/api-error.ts';
import type { ErrorCode } from '../../src/base/contract/error-catalogue.ts';
import type { FailureScript, ProviderServer } from '../fakes/provider-server.ts';

export interface Subject {
  server: ProviderServer;
  /** A call that changes nothing; it answers the same each time. */
  read: () => Promise<unknown>;
  /** Undefined for clients that only read. */
  writes?: {
    /** A write with this idempotency key. */
    write: (key: string) => Promise<unknown>;
    /** How many writes the provider has carried out. */
    effects: () => number;
  };
  /** The credential, which must appear in no error. */
  secret: string;
}

/** Where a provider means something else by an answer than most. */
export interface Differences {
  /** Code and status of the refusal; `provider_error` and 502 where nothing is said. */
  refusals?: Partial<Record<FailureScript, { code: ErrorCode; status: number }>>;
  /** What passes, and is asked again instead of refused at once. */
  passing?: readonly FailureScript[];
  /** Nothing is written. */
  onlyReads?: boolean;
}

const REFUSED: readonly FailureScript[] = ['revoked', 'html', 'wrong_json', 'redirect', 'endless'];
const PASSING: readonly FailureScript[] = [
  'error_once',
  'reset',
  'throttled_shortly',
  'timeout_after_apply',
  'reset_after_apply',
];
const AFTER_WRITE: readonly FailureScript[] = ['timeout_after_apply', 'reset_after_apply', 'error_once'];

/** After these no answer comes. */
const SILENT: readonly FailureScript[] = ['timeout_after_apply'];
const timeouts = new WeakMap<TestContext, number>();

/** How long the client of this test waits: as long as a slow machine may take, and shortly only for what never comes. */
export const timeoutOf = (t: TestContext): number => timeouts.get(t) ?? 60_000;

/** Says to `timeoutOf` what the server of this test will do. */
function expect(t: TestContext, script: FailureScript): TestContext {
  if (SILENT.includes(script)) timeouts.set(t, 1_500);
  return t;
}

async function refusalOf(call: Promise<unknown>, secret: string): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof ApiError, inspect(error));
    assert.ok(!inspect(error, { depth: 9 }).includes(secret), 'the refusal holds the credential');
    return error;
  }
  return assert.fail('the call succeeded');
}

/** @param start A fresh subject, whose client waits for an answer as long as `timeoutOf` says. */
export async function testConformance(
  t: TestContext,
  start: (t: TestContext) => Promise<Subject>,
  { refusals = {}, passing = [], onlyReads = false }: Differences = {},
): Promise<void> {
  for (const script of [...PASSING, ...passing])
    await t.test(`repeats a read after ${script}`, async (t) => {
      const { server, read } = await start(expect(t, script));
      const before = await read();
      server.fail(script);
      assert.deepEqual(await read(), before);
    });
  for (const script of onlyReads ? [] : AFTER_WRITE)
    await t.test(`has one effect of a write after ${script}`, async (t) => {
      const { server, writes } = await start(expect(t, script));
      assert.ok(writes);
      const before = writes.effects();
      server.fail(script);
      await writes.write('one-effect');
      await writes.write('one-effect');
      assert.equal(writes.effects(), before + 1);
    });
  await t.test('waits no hour for a provider that asks for it, and says when to try again', async (t) => {
    const { server, read, secret } = await start(t);
    server.fail('throttled');
    const refusal = await refusalOf(read(), secret);
    assert.deepEqual([refusal.code, refusal.status, refusal.retryAfterSeconds], ['provider_error', 503, 3_600]);
    assert.equal(server.requests.length, 1);
  });
  for (const script of REFUSED.filter((each) => !passing.includes(each)))
    await t.test(`refuses ${script} at once, and does not ask again`, async (t) => {
      const { server, read, secret } = await start(expect(t, script));
      server.fail(script, 3);
      const { code, status } = await refusalOf(read(), secret);
      assert.deepEqual({ code, status }, refusals[script] ?? { code: 'provider_error', status: 502 });
      assert.equal(server.requests.length, 1);
    });
  await t.test('gives up after a few attempts at a provider that stays down', async (t) => {
    const { server, read, secret } = await start(t);
    server.fail('error_once', 20);
    const { code, status } = await refusalOf(read(), secret);
    assert.deepEqual([code, status], ['provider_error', 503]);
    assert.ok(server.requests.length >= 2 && server.requests.length <= 4, String(server.requests.length));
  });
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
