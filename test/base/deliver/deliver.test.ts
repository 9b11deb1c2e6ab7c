// The engine of deliveries with a slice of a few lines: a lane sends what is due and ends with the job after it, a row that cannot be neither compiles nor
// is read, and what state and ledger have is brought together again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineLanes, type LaneDefinition, type Receiver } from '../../../src/base/deliver/lane.ts';
import { listRows, sumEnds } from '../../../src/base/deliver/list.ts';
import { doublePause, listedPause } from '../../../src/base/deliver/pauses.ts';
import { compareItems, moveQueue, moveRepeats } from '../../../src/base/deliver/queue.ts';
import {
  changeEntry,
  type Deliveries,
  DUE,
  dueRows,
  findRow,
  NEVER_DUE,
  type NextOf,
  pendingEntry,
  readRow,
  rowShape,
} from '../../../src/base/deliver/rows.ts';
import { unreadableProblems } from '../../../src/base/deliver/unreadable.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { startTestApp } from '../../harness.ts';

const content = z.object({ n: z.number(), reason: z.string().nullable() });
const shape = z.discriminatedUnion('state', [
  rowShape('pending', DUE, content),
  rowShape('arrived', NEVER_DUE, content),
  rowShape('refused', NEVER_DUE, content.extend({ reason: z.string() })),
]);
type Parcel = z.infer<typeof shape>;
const parcels: Deliveries<Parcel> = { ledger: 'parcels', states: ['pending', 'arrived', 'refused'], shape };
type Next = NextOf<Parcel>;

const change = (parcel: Parcel, at: number, next: Next) => changeEntry(parcels.ledger, parcel, at, next);

test('a row that cannot be does not compile', () => {
  const plain = { n: 1, reason: null };
  const right: Next[] = [
    { state: 'pending', dueAt: 5, content: plain },
    { state: 'arrived', content: plain },
    { state: 'refused', content: { n: 1, reason: 'closed' } },
  ];
  // @ts-expect-error one that has arrived is not due
  const dueAfterEnd: Next = { state: 'arrived', dueAt: 5, content: plain };
  // @ts-expect-error one that waits is due some time
  const neverDue: Next = { state: 'pending', content: plain };
  // @ts-expect-error a refusal has a reason
  const withoutReason: Next = { state: 'refused', content: plain };
  // @ts-expect-error there is no such state
  const unknown: Next = { state: 'lost', content: plain };
  assert.equal([...right, dueAfterEnd, neverDue, withoutReason, unknown].length, 7);
});

test('and is not read', async (t) => {
  const app = await startTestApp({ at: '2026-03-31T12:00:00Z' });
  t.after(() => app.close());
  const entry = { ledger: 'parcels', key: 'a', lane: 'l', profileId: 'p', entryNo: 1, at: 1, updatedAt: 2 };
  const read = readRow(app.base, parcels, { ...entry, state: 'pending', dueAt: 3, body: { n: 1, reason: null } });
  assert.deepEqual(
    [read?.state, read?.dueAt, read?.createdAt, read?.updatedAt, read?.content],
    ['pending', 3, 1, 2, { n: 1, reason: null }],
  );
  for (const [state, dueAt, reason] of [
    ['pending', undefined, null],
    ['arrived', 3, null],
    ['refused', undefined, null],
    ['lost', undefined, null],
  ] as const) {
    const wrong = { ...entry, state, ...(dueAt === undefined ? {} : { dueAt }), body: { n: 1, reason } };
    assert.equal(readRow(app.base, parcels, wrong), undefined);
    assert.match(
      unreadableProblems(app.base)[0]?.what ?? '',
      /^1 delivery in the ledger of parcels cannot be read \(a of profile p/,
    );
  }
  readRow(app.base, parcels, { ...entry, state: 'arrived', body: { n: 1, reason: null } });
  assert.deepEqual(unreadableProblems(app.base), []);
});

test('pauses double, or are listed, give or take a tenth', () => {
  for (const [attempts, ms] of [
    [1, 1_000],
    [3, 4_000],
    [30, 60_000],
  ] as const)
    for (let round = 0; round < 50; round += 1) {
      const pause = doublePause(attempts, { firstMs: 1_000, maxMs: 60_000 });
      assert.ok(pause >= ms * 0.9 && pause <= ms * 1.1, `${attempts}: ${pause}`);
    }
  const [second] = [listedPause(2, [10, 5_000])];
  assert.ok(second !== undefined && second >= 4_500 && second <= 5_500);
  assert.equal(listedPause(3, [10, 5_000]), undefined);
});

test('a lane', async (t) => {
  const app = await startTestApp({ at: '2026-03-31T12:00:00Z' });
  t.after(() => app.close());
  const { base, clock, profileId } = app;
  const receiver: Receiver = { profileId, status: 'active', throttledUntil: null };
  const ends: { reason: string | undefined; lanes: string[] } = { reason: undefined, lanes: [] };
  const sends: number[][] = [];
  const definition: LaneDefinition<{ to: string }, Receiver, Parcel> = {
    kind: 'parcel_lane',
    payload: z.object({ to: z.string() }),
    payloadOf: (lane) => ({ to: lane }),
    laneOf: ({ to }) => to,
    concurrency: 4,
    failureText: 'parcels could not be sent',
    deliveries: parcels,
    find: (_base, lane) => (lane === 'gone' ? undefined : receiver),
    takeQueue: async () => undefined,
    endReason: () => ends.reason,
    end: { state: 'refused' },
    forgetLane: (_base, lane) => void ends.lanes.push(lane),
    send: async (_base, _receiver, now, memory) => {
      const due = await dueRows(base, parcels, 'l', { now, limit: 2 });
      memory.failures += due.length;
      sends.push([...due.map((each) => each.content.n), memory.failures]);
      await base.ledger.update(due.map((each) => change(each, now, { state: 'arrived', content: each.content })));
    },
    lanesQueued: () => [{ lane: 'l', profileId }],
    lanesOpen: () => [
      { lane: 'l', profileId },
      { lane: 'other', profileId: 'another' },
    ],
    queueAgain: () => 7,
  };
  const lanes = defineLanes(definition);
  const run = () => runDue(base, [lanes.job]);
  const waiting = () =>
    base.state.db
      .prepare<[], { dedupe_key: string; run_at: number }>(
        "select dedupe_key, run_at from jobs where kind = 'parcel_lane' and status = 'waiting' order by dedupe_key",
      )
      .all();
  const put = async (n: number, dueAt = clock.now()) => {
    const entry = pendingEntry(parcels.ledger, { key: `k${n}`, lane: 'l', profileId }, clock.now(), { n, reason: null });
    await base.ledger.append([{ ...entry, dueAt }]);
  };

  await t.test('sends all that is due, remembers what it counts, and ends with the job of the next', async () => {
    const later = clock.now() + 60_000;
    for (const n of [1, 2, 3]) await put(n);
    await put(4, later);
    lanes.wake(base, { lane: 'l', profileId });
    lanes.wake(base, { lane: 'l', profileId });
    assert.equal(waiting().length, 1, 'one job a lane');
    await run();
    assert.deepEqual(sends.splice(0), [
      [1, 2, 2],
      [3, 3],
    ]);
    assert.deepEqual(waiting(), [{ dedupe_key: 'l', run_at: later }]);
    await run();
    assert.deepEqual(sends, [], 'nothing is sent before it is due');
    clock.advance(60_000);
    await run();
    assert.deepEqual(sends.splice(0), [[4, 1]], 'a run begins without failures');
    assert.deepEqual(waiting(), [], 'nothing to wait for');
  });

  await t.test('waits for the pause of its receiver, and for a paused one until it is woken', async () => {
    await put(5);
    receiver.throttledUntil = clock.now() + 10_000;
    lanes.wake(base, { lane: 'l', profileId });
    await run();
    assert.deepEqual([sends, waiting().map(({ run_at }) => run_at)], [[], [receiver.throttledUntil]]);
    receiver.status = 'paused';
    clock.advance(10_000);
    await run();
    assert.deepEqual([sends, waiting()], [[], []]);
    receiver.status = 'active';
    lanes.wake(base, { lane: 'l', profileId });
    await run();
    assert.deepEqual(sends.splice(0), [[5, 1]]);
  });

  await t.test('ends what is open where there is a reason, and does nothing for a receiver that is not there', async () => {
    await put(6, clock.now() + 1);
    ends.reason = 'removed';
    lanes.wake(base, { lane: 'l', profileId });
    lanes.wake(base, { lane: 'gone', profileId });
    await run();
    assert.deepEqual([ends.lanes, sends, waiting()], [['l'], [], []]);
    const { state, dueAt, content: end } = findRow(base, parcels, profileId, 'k6') ?? {};
    assert.deepEqual([state, dueAt, end], ['refused', null, { n: 6, reason: 'removed' }]);
    ends.reason = undefined;
  });

  await t.test('is woken for a profile that arrives, for all, and after a loss', async () => {
    base.state.tx(() => lanes.wakeOfProfile(base, 'another'));
    assert.deepEqual(
      waiting().map((each) => each.dedupe_key),
      ['other'],
    );
    base.state.tx(() => lanes.wakeAll(base));
    assert.deepEqual(
      waiting().map((each) => each.dedupe_key),
      ['l', 'other'],
    );
    assert.equal(
      base.state.tx(() => lanes.sendAgain(base)),
      7,
    );
    await run();
  });

  await t.test('is listed by state and cursor, and summed by its ends', async () => {
    const found = findRow(base, parcels, profileId, 'k5');
    assert.ok(found);
    await base.ledger.update([change(found, clock.now(), { state: 'refused', content: { n: 5, reason: 'closed' } })]);
    const query = { profileId, lane: undefined, state: undefined, cursor: undefined, limit: 3 };
    const first = listRows(base, parcels, query);
    assert.deepEqual([first.rows.map(({ key }) => key), first.pagination.has_next], [['k6', 'k5', 'k4'], true]);
    const second = listRows(base, parcels, { ...query, lane: 'l', cursor: first.pagination.cursor ?? undefined });
    assert.deepEqual(
      [second.rows.map(({ key }) => key), second.pagination],
      [['k3', 'k2', 'k1'], { has_next: false, cursor: null }],
    );
    assert.deepEqual(
      listRows(base, parcels, { ...query, state: 'refused' }).rows.map(({ key }) => key),
      ['k6', 'k5'],
    );
    assert.throws(() => listRows(base, parcels, { ...query, cursor: 'x' }), /cursor/);
    const reasonOf = (row: Parcel): string | null => row.content.reason;
    const sums = sumEnds(base, parcels, 'l', 0, { good: 'arrived', bad: ['refused'], reasonOf });
    assert.deepEqual(sums, { accepted: 4, attempted: 6, reasons: ['removed', 'closed'] });
  });

  await t.test('takes what waits in state once, and brings state and ledger together', async () => {
    const state = new Map([
      ['k1', 'queued'],
      ['k9', 'queued'],
    ]);
    const compare = (keys: string[]) =>
      compareItems(
        base,
        parcels,
        keys.map((key) => ({ key, profileId })),
        {
          end: ({ key }) => state.set(key, 'ended'),
          queue: ({ key }) => state.set(key, 'queued'),
        },
      );
    const known: string[] = [];
    await moveQueue<string>(base, {
      read: () => [...state].flatMap(([key, where]) => (where === 'queued' ? [key] : [])),
      entriesOf: (keys, at) =>
        keys.map((key) => pendingEntry(parcels.ledger, { key, lane: 'm', profileId }, at, { n: 0, reason: null })),
      onKnown: async (entries) => void known.push(...entries.map(({ key }) => key)),
      mark: (keys) => {
        for (const key of keys) state.set(key, 'moved');
      },
      compare,
    });
    assert.deepEqual(known, ['k1', 'k9'], 'one of them is there');
    assert.deepEqual(
      [...state],
      [
        ['k1', 'ended'],
        ['k9', 'moved'],
      ],
    );
    compare(['k9', 'k10']);
    assert.deepEqual([state.get('k9'), state.get('k10')], ['moved', 'queued'], 'what the ledger lacks is queued');

    const forgotten: string[] = [];
    await moveRepeats(base, parcels, profileId, {
      keys: ['k5', 'k4', 'k77'],
      entryOf: (row, at) =>
        row.state === 'refused' ? change(row, at, { state: 'pending', dueAt: at, content: row.content }) : undefined,
      reopen: ({ key }) => state.set(key, 'open'),
      forget: (key) => void forgotten.push(key),
    });
    assert.deepEqual([forgotten, state.get('k5'), state.has('k4')], [['k5', 'k4', 'k77'], 'open', false]);
    assert.equal(findRow(base, parcels, profileId, 'k5')?.state, 'pending');
  });

  await t.test('goes on where an entry cannot be read, which stays as it is and is named', async () => {
    const bad = pendingEntry(parcels.ledger, { key: 'bad', lane: 'l', profileId }, clock.now() - 5, { n: 'seven', reason: null });
    const worse = pendingEntry(parcels.ledger, { key: 'worse', lane: 'l', profileId }, clock.now() - 4, null);
    const before = clock.now();
    await base.ledger.append([bad, worse]);
    await put(10);
    lanes.wake(base, { lane: 'l', profileId });
    await run();
    // The first two of a read are the unreadable ones: nothing is sent of them, and the next read has the others.
    assert.equal(findRow(base, parcels, profileId, 'k10')?.state, 'arrived');
    const entry = base.ledger.byKey(parcels.ledger, profileId, 'bad');
    assert.deepEqual(
      [entry?.state, entry?.body, entry?.at, entry?.dueAt],
      ['pending', { n: 'seven', reason: null }, before - 5, before + 3_600_000],
    );
    assert.deepEqual(waiting(), [{ dedupe_key: 'l', run_at: before + 3_600_000 }]);
    const query = { profileId, lane: 'l', state: undefined, cursor: undefined, limit: 3 };
    assert.deepEqual(
      listRows(base, parcels, query).rows.map(({ key }) => key),
      ['k10'],
    );
    assert.match(
      unreadableProblems(base)[0]?.what ?? '',
      /^2 deliveries in the ledger of parcels cannot be read \(the first: bad of/,
    );
    const compared: string[] = [];
    const steps = { end: () => compared.push('end'), queue: () => compared.push('queue') };
    compareItems(base, parcels, [{ key: 'bad', profileId }], steps);
    assert.deepEqual(compared, [], 'the ledger has it: it is not queued again');
  });
});
