// Batches against a platform that accepts all of a request or nothing, with and without indexes in its refusals: every good event is
// accepted once, every bad one is found, with few requests, whatever the order. Random cases print their seed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { deliverBatch, type Item } from '../../../src/providers/conversions/deliver.ts';
import type { DestinationLimits, Payload, Receipt } from '../../../src/providers/conversions/destination.ts';
import { ProviderFailure } from '../../../src/providers/http/failure.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-25T12:00:00Z');
const limits: DestinationLimits = {
  batch: 1_000,
  maxAgeMs: 7 * DAY_MS,
  dedupWindowMs: 47 * 3_600_000,
  namesIndex: false,
  maxAgeMsOf: { physical_store: 62 * DAY_MS },
  canRestate: false,
  canRetract: false,
};
const now = () => NOW;
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const itemOf = (id: number, isBad = false, more: Partial<Item> = {}): Item => ({
  payload: { lane: 'one', body: { id, isBad } },
  occurredAt: NOW - 60_000,
  actionSource: 'website',
  ...more,
});

interface Body {
  id: number;
  isBad: boolean;
}

/** All or nothing. `named` names the bad ones: all of them, or the first alone. */
function platform(named: 'none' | 'first' | 'all') {
  const requests: Body[][] = [];
  const accepted: number[] = [];
  const send = (payloads: readonly Payload[]): Promise<Receipt> => {
    const bodies = payloads.map(({ body }) => body as Body);
    requests.push(bodies);
    const bad = bodies.flatMap(({ isBad }, index) => (isBad ? [index] : []));
    if (bad.length === 0) {
      accepted.push(...bodies.map(({ id }) => id));
      return Promise.resolve({ requestId: `r${requests.length}`, rejected: [], acceptedOthers: true });
    }
    if (named === 'none') return Promise.reject(new ProviderFailure('x', 'rejected', 'x', { status: 400, code: '100' }));
    const rejected = (named === 'first' ? bad.slice(0, 1) : bad).map((index) => ({ index, reason: 'bad' }));
    return Promise.resolve({ rejected, acceptedOthers: false });
  };
  return { requests, accepted, send };
}

const batches = fc
  .integer({ min: 1, max: 1_000 })
  .chain((n) => fc.tuple(fc.constant(n), fc.uniqueArray(fc.integer({ min: 0, max: n - 1 }), { maxLength: Math.min(n, 40) })));

for (const named of ['none', 'first', 'all'] as const)
  test(`k bad of n, a refusal names ${named}`, async (t) => {
    t.diagnostic(`SEED=${seed}`);
    let most = 0;
    await fc.assert(
      fc.asyncProperty(batches, async ([n, bad]) => {
        const other = platform(named);
        const items = Array.from({ length: n }, (_, id) => itemOf(id, bad.includes(id)));
        const { results, requests } = await deliverBatch(limits, other.send, items, { now, maxRequests: 10_000 });
        const limit = named === 'none' ? 1 + 2 * bad.length * Math.log2(n) : 1 + bad.length;
        assert.ok(requests <= limit, `${requests} requests for ${bad.length} bad of ${n}, at most ${limit}`);
        most = Math.max(most, requests);
        assert.equal(requests, other.requests.length);
        assert.deepEqual(
          results.map(({ state }) => state),
          items.map((_, id) => (bad.includes(id) ? 'rejected' : 'accepted')),
        );
        assert.equal(new Set(other.accepted).size, other.accepted.length);
        assert.equal(other.accepted.length, n - bad.length);
      }),
      { seed, numRuns: 150 },
    );
    t.diagnostic(`most requests: ${most}`);
  });

test('an event of eight days is in no batch with a young one', async () => {
  const other = platform('none');
  const old = { occurredAt: NOW - 8 * DAY_MS };
  const items = [
    itemOf(0),
    itemOf(1, false, old),
    itemOf(2, false, { ...old, actionSource: 'physical_store' }),
    itemOf(3, false, { actionSource: 'physical_store' }),
    itemOf(4, false, { payload: { lane: 'two', body: { id: 4, isBad: false } } }),
  ];
  const { results } = await deliverBatch(limits, other.send, items, { now });
  assert.deepEqual(results[1], { state: 'expired', reason: 'too_old' });
  assert.deepEqual(other.requests.map((bodies) => bodies.map(({ id }) => id)).sort(), [[0, 3], [2], [4]]);
});

test('a batch has at most what the platform allows', async () => {
  const other = platform('none');
  const items = Array.from({ length: 2_500 }, (_, id) => itemOf(id));
  const { requests } = await deliverBatch(limits, other.send, items, { now });
  assert.equal(requests, 3);
  assert.deepEqual(other.requests.map(({ length }) => length).sort(), [1_000, 1_000, 500].sort());
});

const failing = (outcome: ConstructorParameters<typeof ProviderFailure>[1], details = {}) => {
  let calls = 0;
  return {
    calls: () => calls,
    send: () => {
      calls += 1;
      return Promise.reject(new ProviderFailure('x', outcome, 'x', details));
    },
  };
};

test('what was perhaps accepted is sent again only while repetitions count once', async () => {
  const slow = failing('unknown');
  const first = await deliverBatch(limits, slow.send, [itemOf(0)], { now });
  assert.deepEqual(first.results, [{ state: 'unknown', reason: 'unknown', firstTriedAt: NOW }]);
  const other = platform('none');
  const tried = { firstTriedAt: NOW, occurredAt: NOW };
  const soon = await deliverBatch(limits, other.send, [itemOf(0, false, tried)], { now: () => NOW + 46 * 3_600_000 });
  assert.equal(soon.results[0]?.state, 'accepted');
  const late = await deliverBatch(limits, other.send, [itemOf(1, false, tried)], { now: () => NOW + 48 * 3_600_000 });
  assert.deepEqual(late.results, [{ state: 'expired', reason: 'dedup_window_over' }]);
  assert.deepEqual(other.accepted, [0]);
});

test('time passes during a delivery: what leaves the window on the way is not sent', async () => {
  let at = NOW;
  const other = platform('none');
  const send = (payloads: readonly Payload[]) => {
    at += 3_600_000;
    return other.send(payloads);
  };
  const items = [itemOf(0, true), itemOf(1, false, { firstTriedAt: NOW - limits.dedupWindowMs })];
  const { results } = await deliverBatch(limits, send, items, { now: () => at });
  assert.deepEqual(results[1], { state: 'expired', reason: 'dedup_window_over' });
  assert.equal(results[0]?.state, 'rejected');
});

test('a throttled or dead destination ends the delivery, and nothing counts as sent', async () => {
  for (const outcome of ['throttled', 'reconnect', 'terms', 'unreachable', 'misconfigured'] as const) {
    const closed = failing(outcome, { retryAfterMs: 60_000, code: '17' });
    const items = Array.from({ length: 1_500 }, (_, id) => itemOf(id, false, id === 1 ? { firstTriedAt: NOW - 1 } : {}));
    const { results, failure } = await deliverBatch(limits, closed.send, items, { now });
    assert.equal(failure?.outcome, outcome);
    assert.equal(closed.calls(), 1);
    assert.deepEqual(results[0], { state: 'waiting', reason: `${outcome} 17`, retryAfterMs: 60_000 });
    assert.equal(results[1]?.state, 'unknown');
    assert.equal(results[1_400]?.state, 'waiting');
  }
});

test('a request limit leaves the rest to the next delivery', async () => {
  const other = platform('none');
  const items = Array.from({ length: 64 }, (_, id) => itemOf(id, true));
  const { results, requests } = await deliverBatch(limits, other.send, items, { now, maxRequests: 10 });
  assert.equal(requests, 10);
  const waiting = results.filter(({ state }) => state === 'waiting');
  assert.ok(waiting.length > 0 && waiting.length < 64);
});
