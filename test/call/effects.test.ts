// What the three constructors allow: held by the compiler where it can be, and below by what a call does.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Base } from '../../src/base/base.ts';
import { ApiError } from '../../src/base/contract/api-error.ts';
import { collectHooks } from '../../src/base/contract/hooks.ts';
import {
  changeThenWait,
  type EffectSteps,
  type Operation,
  outsideEffect,
  reading,
  type Slice,
  stateChange,
} from '../../src/base/contract/operation.ts';
import { intentJob } from '../../src/base/work/intents.ts';
import { runDue } from '../../src/base/work/runner.ts';
import { type Calls, createCalls } from '../../src/call/index.ts';
import { slices } from '../../src/slices.ts';
import { openWorld, type World } from '../account/world.ts';

/** Never called: each line that must not compile is held to that by the compiler. */
export function misuse(): void {
  // @ts-expect-error a change of state is synchronous
  stateChange('createTrackingKey', async () => ({}) as never as Promise<{ data: never }>);
  // @ts-expect-error the change among steps is synchronous too
  stateChange('createTrackingKey', { change: async () => ({}) as never as Promise<{ data: never }> });
  // @ts-expect-error a change that is waited for as well
  changeThenWait('createTrackingKey', { change: async () => 1, after: async () => ({}) as never });
  changeThenWait('createTrackingKey', {
    prepare: async (_call, read) => {
      // @ts-expect-error slow preparation has no transaction
      read.state.tx(() => 1);
      // @ts-expect-error and adds no job
      read.state.jobs.add({});
    },
    intake: async (_call, intake) => {
      // @ts-expect-error what appends facts writes no state
      intake.state.tx(() => 1);
      // @ts-expect-error and decides nothing
      intake.state.decide({});
    },
    change: () => 1,
    after: async (_call, read) => {
      // @ts-expect-error what follows the commit has no transaction
      read.state.tx(() => 1);
      // @ts-expect-error nor a statement that writes
      read.state.statement('account/people/person_rename');
      // @ts-expect-error nor a journal that appends
      read.journal.append([]);
      return {} as never;
    },
  });
  changeThenWait('createTrackingKey', {
    change: () => 1,
    // @ts-expect-error what it records is synchronous
    after: async () => async () => ({}) as never,
  });
  // @ts-expect-error a read has no transaction
  reading('getMe', (_call, read) => read.state.tx(() => ({}) as never));
  reading('getMe', (_call, read) => {
    // @ts-expect-error a statement that writes is no statement of a read
    read.state.statement('account/people/person_rename');
    return {} as never;
  });
  // @ts-expect-error a read appends no facts
  reading('getMe', async (_call, read) => read.journal.append([]) as never as Promise<{ data: never }>);
}

type Steps = EffectSteps<'createBillingPortalSession', { page: string }, { url: string }>;

interface Provider {
  /** How often it was asked. */
  asked: string[];
  ask(what: string): Promise<void>;
}

async function startProvider(t: TestContext): Promise<Provider> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(String(request.url));
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { asked: requests, ask: async (what) => void (await fetch(`http://127.0.0.1:${port}/${what}`)) };
}

const withOperation = (operation: Operation): Slice[] =>
  slices.map((slice) =>
    operation.id in slice.handlers ? { ...slice, handlers: { ...slice.handlers, [operation.id]: operation } } : slice,
  );

async function callsWith(world: World, operation: Operation): Promise<Calls> {
  const changed = withOperation(operation);
  collectHooks(world.base, changed);
  return createCalls(world.base, changed);
}

const portal = (world: World, calls: Calls, more: { mode?: 'dry_run'; idempotencyKey?: string } = {}) =>
  calls.invoke({ requestId: 'r', authorization: `Bearer ${world.ann.session_token}` }, 'createBillingPortalSession', {
    path: { workspaceId: world.ann.workspace_id },
    ...more,
  });

const intents = ({ state }: Base): string[] => state.db.prepare('select status from intents').pluck().all() as string[];

test('an outside effect', async (t) => {
  const world = await openWorld(t);
  const { base } = world;
  const provider = await startProvider(t);
  const steps: Steps = {
    plan: () => ({ intent: { page: 'portal' } }),
    apply: async ({ intent }) => {
      assert.equal(base.state.db.inTransaction, false);
      await provider.ask(intent.page);
      return { url: 'https://pay.example/p' };
    },
    verify: async () => 'not applied',
    finish: (_tx, { outcome }) => ({ data: outcome }),
  };
  const calls = await callsWith(world, outsideEffect('createBillingPortalSession', steps));

  await t.test('in a dry run, the plan alone: no provider is asked and no intent stays', async () => {
    const { planned, refusal } = await portal(world, calls, { mode: 'dry_run' });
    assert.equal(refusal, undefined);
    assert.deepEqual(planned, { page: 'portal' });
    assert.deepEqual(provider.asked, []);
    assert.deepEqual(intents(base), []);
  });

  await t.test('is applied once for a key, whether the call comes again in flight or later', async () => {
    const at = { idempotencyKey: 'one' };
    const answers = await Promise.all([portal(world, calls, at), portal(world, calls, at)]);
    answers.push(await portal(world, calls, at));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.deepEqual(provider.asked, ['/portal']);
    assert.deepEqual(intents(base), ['done']);
    assert.equal((await portal(world, calls)).status, 200);
    assert.equal(provider.asked.length, 2, 'without a key it is another call');
  });

  await t.test('that the provider refused ends its intent as failed, and its key answers the same', async () => {
    const refused = await callsWith(
      world,
      outsideEffect('createBillingPortalSession', {
        ...steps,
        apply: async () => {
          await provider.ask('refused');
          throw new ApiError('provider_error', 'The payment processor refused the request.');
        },
      }),
    );
    const before = provider.asked.length;
    for (let i = 0; i < 2; i++) {
      const { refusal } = await portal(world, refused, { idempotencyKey: 'refused' });
      assert.equal(refusal?.code, 'provider_error');
    }
    assert.equal(provider.asked.length, before + 1);
    assert.equal(intents(base).at(-1), 'failed');
  });

  await t.test('whose end nobody knows is read back before it is tried again', async () => {
    let isFirst = true;
    const seen: string[] = [];
    const broken = await callsWith(
      world,
      outsideEffect('createBillingPortalSession', {
        ...steps,
        apply: async (intended) => {
          seen.push('apply');
          if (!isFirst) return steps.apply(intended, base);
          isFirst = false;
          throw new Error('the connection broke after the request was sent');
        },
        verify: async () => {
          seen.push('verify');
          return { applied: { url: 'https://pay.example/found' } };
        },
      }),
    );
    assert.equal((await portal(world, broken, { idempotencyKey: 'broken' })).status, 500);
    assert.deepEqual(seen, ['apply']);
    world.clock.advance(3_600_000);
    await runDue(base, [intentJob]);
    assert.deepEqual(seen, ['apply', 'verify']);
    const { value } = await portal(world, broken, { idempotencyKey: 'broken' });
    assert.deepEqual(value, { data: { url: 'https://pay.example/found' } });
  });
});

test('a change that answers with an ApiError refuses and keeps what it wrote', async (t) => {
  const world = await openWorld(t);
  const { base, ann } = world;
  const change = stateChange('revokeTrackingKey', ({ profile }, tx) => {
    tx.state.setCursor('kept', profile.profileId, 7n);
    return new ApiError('invalid_state', 'Ask a person first.');
  });
  const calls = await callsWith(world, change);
  const { refusal } = await calls.invoke({ requestId: 'r', authorization: `Bearer ${ann.session_token}` }, 'revokeTrackingKey', {
    path: { id: ann.profile_id },
    query: `profile_id=${ann.profile_id}`,
  });
  assert.equal(refusal?.code, 'invalid_state');
  assert.equal(base.state.cursor('kept', ann.profile_id), 7n);
});
