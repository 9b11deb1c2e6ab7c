// Idempotency keys in the door's own pipeline, on an operation that counts its effects: replayed, refused, taken over.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { beginCall } from '../../../src/account/access/index.ts';
import type { Base } from '../../../src/base/base.ts';
import { ApiError } from '../../../src/base/contract/api-error.ts';
import { type ContractOperation, contract } from '../../../src/base/contract/document.ts';
import { type Answer, factIntake, stateChange } from '../../../src/base/contract/operation.ts';
import { createRateLimits, type Exchange, exchangeFor } from '../../../src/call/exchange.ts';
import { runPipeline } from '../../../src/call/pipeline.ts';
import { DAY_MS, openWorld, refusal, type World } from '../world.ts';

interface Counting {
  world: World;
  effects(): number;
  /** One call of the operation; what went out, or the refusal thrown. */
  send(given: {
    key?: string;
    body?: unknown;
    token?: string;
    fail?: boolean;
    waits?: Promise<void>;
    operationId?: string;
  }): Promise<Exchange>;
}

async function counting(t: TestContext, idempotency: ContractOperation['idempotency']): Promise<Counting> {
  const world = await openWorld(t);
  const { base, ann } = world;
  const like = contract().operations.find(({ id }) => id === 'createTrackingKey') as ContractOperation;
  const operation: ContractOperation = { ...like, idempotency, bodySchema: {}, bodyRequired: false, successes: [201] };
  base.state.db.exec('create table effects (n integer)');
  const act = (db: Base['state']['db'], fail?: boolean): Answer<'createTrackingKey'> => {
    db.prepare('insert into effects values (1)').run();
    if (fail) throw new ApiError('invalid_state', 'not now');
    return { data: { secret: 'shown-once', n: Math.random() }, outcome: 'created' } as never;
  };
  const send: Counting['send'] = async ({ key, body = {}, token = ann.session_token, fail, waits, operationId = like.id }) => {
    const handler = waits
      ? factIntake('createTrackingKey', async () => {
          await waits;
          return act(base.state.db, fail);
        })
      : stateChange('createTrackingKey', () => act(base.state.db, fail));
    const exchange = exchangeFor({
      operation: { ...operation, id: operationId },
      engine: {
        base,
        limit: createRateLimits(world.clock),
        handlerOf: () => handler,
      },
      caller: { requestId: 'r', authorization: `Bearer ${token}` },
      input: {
        query: `profile_id=${ann.profile_id}`,
        body: { value: body },
        headers: key === undefined ? {} : { 'idempotency-key': key },
      },
    });
    await runPipeline(exchange);
    return exchange;
  };
  const effects = (): number => base.state.db.prepare('select count(*) from effects').pluck().get() as number;
  return { world, effects, send };
}

test('a call under an Idempotency-Key', async (t) => {
  const { world, effects, send } = await counting(t, 'optional');
  const { base, clock, ann } = world;

  await t.test('has one effect and one answer, a hundred at once included', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => send({ key: 'hundred' })));
    assert.equal(effects(), 1);
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
    assert.ok(refusals.length < 100 && refusals.every((code) => code === 'idempotency_key_in_flight'));
    const again = await Promise.all(Array.from({ length: 100 }, () => send({ key: 'hundred' })));
    assert.equal(effects(), 1);
    assert.deepEqual([...new Set(again.map(({ outgoing }) => outgoing?.status))], [201]);
    const first = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.outgoing?.text] : []));
    assert.equal(new Set([...first, ...again.map(({ outgoing }) => outgoing?.text)]).size, 1);
    assert.ok(again.every(({ isReplayed }) => isReplayed));
  });

  await t.test('is refused with another body, and free under another key or credential, or without any', async () => {
    await assert.rejects(send({ key: 'hundred', body: { other: 1 } }), refusal('idempotency_key_conflict'));
    assert.equal(effects(), 1);
    await send({ key: 'another' });
    await send({});
    await send({});
    assert.equal(effects(), 4);
    const other = world.memberToken('max@north.example', 'manager');
    await send({ key: 'hundred', token: other });
    assert.equal(effects(), 5);
    await send({ key: 'hundred', body: { other: 1 }, operationId: 'another' });
    assert.equal(effects(), 6, 'the key of one operation says nothing of another');
  });

  await t.test('is refused while the first runs, and replayed after', async () => {
    let go = (): void => undefined;
    const waits = new Promise<void>((done) => {
      go = done;
    });
    const first = send({ key: 'slow', waits });
    await new Promise((done) => setImmediate(done));
    await assert.rejects(send({ key: 'slow', waits }), refusal('idempotency_key_in_flight'));
    go();
    const { outgoing } = await first;
    assert.equal((await send({ key: 'slow' })).outgoing?.text, outgoing?.text);
  });

  await t.test('that was refused is forgotten, with all it did', async () => {
    const before = effects();
    await assert.rejects(send({ key: 'failing', fail: true }), refusal('invalid_state'));
    assert.equal(effects(), before, 'the effect went with the refusal');
    assert.equal((await send({ key: 'failing' })).outgoing?.status, 201);
  });

  await t.test('whose runner was lost is taken over after its lease, and told so', async () => {
    const [row] = base.state.db.prepare('select person_id from people where email = ?').all('ann@north.example') as never[];
    assert.ok(row);
    const { credentialId } = world.principal(ann.session_token);
    const request = { params: { profile_id: ann.profile_id }, body: {} };
    const call = { credentialId, operationId: 'createTrackingKey', key: 'lost', request };
    assert.ok('lease' in beginCall(base, call));
    await assert.rejects(send({ key: 'lost' }), refusal('idempotency_key_in_flight'));
    clock.advance(2 * 60_000);
    const exchange = await send({ key: 'lost' });
    assert.equal(exchange.outgoing?.status, 201);
    assert.equal(exchange.lease?.isRetry, true);
  });

  await t.test('is remembered for 24 hours', async () => {
    const before = effects();
    await send({ key: 'daily' });
    clock.advance(DAY_MS - 1);
    assert.equal((await send({ key: 'daily' })).isReplayed, true);
    clock.advance(1);
    assert.equal((await send({ key: 'daily' })).isReplayed, undefined);
    assert.equal(effects(), before + 2);
  });

  await t.test('takes 1 to 256 characters', async () => {
    await assert.rejects(send({ key: 'x'.repeat(257) }), refusal('invalid_request'));
    await assert.rejects(send({ key: '' }), refusal('invalid_request'));
    assert.equal((await send({ key: 'x'.repeat(256) })).outgoing?.status, 201);
  });

  await t.test('leaves neither key nor answer readable in state', () => {
    const kept = base.state.db.prepare('select * from idempotent_calls').all() as Record<string, unknown>[];
    const bytes = Buffer.concat(kept.flatMap((row) => Object.values(row).filter((value) => Buffer.isBuffer(value))));
    assert.ok(kept.length > 0);
    assert.ok(!bytes.includes('shown-once') && !bytes.includes('hundred'));
  });
});

test('a required Idempotency-Key is asked for', async (t) => {
  const { effects, send } = await counting(t, 'required');
  await assert.rejects(send({}), refusal('invalid_request'));
  assert.equal(effects(), 0);
  assert.equal((await send({ key: 'k' })).outgoing?.status, 201);
});

test('an operation that is idempotent by itself pays no heed to the header', async (t) => {
  const { effects, send } = await counting(t, 'natural');
  await send({ key: 'k' });
  await send({ key: 'k', body: { other: 1 } });
  assert.equal(effects(), 2);
});
