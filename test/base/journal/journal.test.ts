// The journal's promises: acknowledged = on disk, in order, once; bounded queues; usable again after a full disk or a dead writer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import type { Fact } from '../../../src/base/journal/journal.ts';
import { JournalRefusal } from '../../../src/base/journal/journal.ts';
import { openJournal } from '../../../src/base/journal/open-journal.ts';
import { temporaryFolder } from '../folder.ts';
import { bytes16, fact, outcome } from './facts.ts';

const refusal = (reason: string) => (error: unknown) => error instanceof JournalRefusal && error.reason === reason;
const bodies = (facts: Fact[]): string[] => facts.map((f) => JSON.parse(f.body).body);
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('lines of facts', async (t) => {
  const journal = await openJournal(temporaryFolder(t));
  t.after(() => journal.close());
  const odd = fact('p1', 'tab\t "quoted" é😀', {
    eventType: 'a "b"\n',
    dedupeHash: (1n << 62n) - 1n,
    anonymousToken: 't',
    identifierTokens: { email: 'e' },
  });
  await journal.append([fact('p0', 'other'), fact('p1', 'a'), odd, fact('p1', 'c', { kind: 'spend_day' }), fact('p1', 'd')]);
  // TRICKY: 64 bits are more than a number of JSON.parse holds.
  const parsed = (lines: Buffer | undefined) =>
    `${lines ?? ''}`
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line.replace(/"dedupe_hash":(\d+)/, '"dedupe_hash":"$1"')));
  const shared = { kind: 'event', trust: 'server', occurred_us: odd.occurredAt, event_type: 'a "b"\n' };

  await t.test('to land: a page of one profile, without what is left out', () => {
    const page = journal.linesToLand('p1', 1n, 4n, 2, [3n, 99n]);
    assert.deepEqual([page?.firstSeq, page?.lastSeq, page?.count, page?.firstWritten], [2n, 3n, 1, 2n]);
    assert.deepEqual([...(page?.kinds ?? [])], ['event']);
    const line = { seq: 2, ...shared, received_us: odd.receivedAt * 1000, dedupe_hash: '4611686018427387903' };
    assert.deepEqual(parsed(page?.lines), [{ ...line, body: JSON.parse(odd.body) }]);
    const rest = journal.linesToLand('p1', 2n, 4n, 10, []);
    assert.deepEqual([rest?.count, [...(rest?.kinds ?? [])].sort()], [2, ['event', 'spend_day']]);
    const none = journal.linesToLand('p1', 2n, 3n, 10, [3n]);
    assert.deepEqual([none?.lastSeq, none?.count, none?.firstWritten, none?.lines.length], [3n, 0, undefined, 0]);
    assert.equal(journal.linesToLand('p1', 4n, 4n, 10, []), undefined);
    assert.equal(journal.linesToLand('nobody', 0n, 4n, 10, []), undefined);
  });

  await t.test('to seal: all of a page, and what a manifest counts', () => {
    const page = journal.linesToSeal('p1', 0n, 3n, 10);
    assert.deepEqual([page?.firstSeq, page?.lastSeq, page?.count, page?.seqSum], [1n, 3n, 3, 6n]);
    assert.equal(page?.occurredAtSum, 3n * BigInt(odd.occurredAt));
    assert.equal(page?.longestLine, Math.max(...`${page?.lines}`.split('\n').map((line) => Buffer.byteLength(line) + 1)));
    const line = { seq: 2, ...shared, received_ms: odd.receivedAt, dedupe_hash: '4611686018427387903', schema_version: 1 };
    const texts = { profile_id: 'p1', anonymous_token: 't', identifier_tokens: '{"email":"e"}', body: odd.body };
    assert.deepEqual(parsed(page?.lines)[1], { ...line, ...texts });
    assert.equal(journal.linesToSeal('nobody', 0n, 3n, 10), undefined);
  });
});

test('a page of lines ends early where bodies are long, and has one fact at least', async (t) => {
  const journal = await openJournal(temporaryFolder(t));
  t.after(() => journal.close());
  const long = 'x'.repeat(1_500_000);
  await journal.append([fact('p1', long + long), ...numbers(1, 4).map((no) => fact('p1', `${no}${long}`))]);
  const pages: [bigint, bigint, number][] = [];
  for (let after = 0n; after < 5n; after = pages.at(-1)?.[1] ?? 5n) {
    const page = journal.linesToLand('p1', after, 5n, 500, []);
    assert.equal(page?.longestLine, Math.max(...`${page?.lines}`.split('\n').map((line) => line.length + 1)));
    pages.push([page.firstSeq, page.lastSeq, page.count]);
  }
  assert.deepEqual(pages, [
    [1n, 1n, 1],
    [2n, 3n, 2],
    [4n, 5n, 2],
  ]);
  assert.equal(journal.linesToSeal('p1', 0n, 5n, 500)?.lastSeq, 1n);
});

test('append and read', async (t) => {
  const dir = temporaryFolder(t);
  let journal = await openJournal(dir);
  t.after(() => journal.close());

  await t.test('gives dense seqs per profile, in the order of the list', async () => {
    const [a, b] = await Promise.all([
      journal.append([fact('p1', 'a'), fact('p2', 'x'), fact('p1', 'b')]),
      journal.append([fact('p1', 'c')]),
    ]);
    assert.deepEqual(
      a.map((r) => r.seq),
      [1n, 1n, 2n],
    );
    assert.deepEqual(b, [{ status: 'created', seq: 3n }]);
    assert.deepEqual(bodies(journal.read('p1', 0n, 10)), ['a', 'b', 'c']);
    assert.deepEqual(bodies(journal.read('p1', 1n, 1)), ['b']);
    assert.deepEqual(journal.read('nobody', 0n, 10), []);
    assert.equal(journal.lastSeq('p1'), 3n);
    assert.equal(journal.lastSeq('nobody'), 0n);
  });

  await t.test('every column comes back as it was given', async () => {
    const input = fact('p3', 'z', {
      kind: 'spend_day',
      schemaVersion: 7,
      trust: 'browser',
      dedupeHash: (1n << 62n) - 1n,
      eventType: 'lead_created',
      anonymousToken: 'anon',
      identifierTokens: { email: 't1', phone: 't2' },
      traits: new Uint8Array([1, 2, 3]),
      body: '{"text":"Zoë 😀"}',
    });
    await journal.append([fact('p3', 'first'), input, fact('p3', 'last', { traits: new Uint8Array([9]) })]);
    const [, found, last] = journal.read('p3', 0n, 10);
    assert.deepEqual(
      { ...found, traits: [...(found?.traits ?? [])] },
      { ...input, seq: 2n, identifierTokens: '{"email":"t1","phone":"t2"}', traits: [1, 2, 3] },
    );
    assert.deepEqual([...(last?.traits ?? [])], [9]);
  });

  await t.test('identified facts are read alone, and lose their traits up to a seq', async () => {
    assert.deepEqual(
      journal.readIdentified('p3', 0n, 3n, 10).map((f) => f.seq),
      [2n, 3n],
    );
    assert.deepEqual(
      journal.readIdentified('p3', 0n, 2n, 10).map((f) => f.seq),
      [2n],
    );
    await journal.clearTraits('p3', 2n);
    const [, second, third] = journal.read('p3', 0n, 10);
    assert.equal(second?.traits, null);
    assert.equal(second?.identifierTokens, '{"email":"t1","phone":"t2"}');
    assert.equal(third?.traits?.length, 1);
  });

  await t.test('a malformed fact is refused before it is queued, and spoils nothing', async () => {
    const good = journal.append([fact('p4', 'good')]);
    await assert.rejects(journal.append([fact('p4', 'bad', { receivedAt: 1.5 })]), /times are not whole numbers/);
    await assert.rejects(journal.append([fact('p4', 'bad', { outcomeKey: bytes16('k') })]), /go together/);
    await assert.rejects(journal.append([fact('p4', 'bad', { dedupeHash: 1n << 62n })]), /62 bits/);
    assert.equal((await good)[0]?.seq, 1n);
    assert.deepEqual(bodies(journal.read('p4', 0n, 10)), ['good']);
  });

  await t.test('one append that the store refuses spoils only itself', async () => {
    const spoiled = { ...fact('p5', 'bad'), trust: null as unknown as 'server' };
    const results = await Promise.allSettled([
      journal.append([fact('p5', 'a', { traits: new Uint8Array([1]) })]),
      journal.append([fact('p5', 'lost'), spoiled]),
      journal.append([outcome('p5', 'k'), fact('p5', 'c', { traits: new Uint8Array([2, 3]) })]),
    ]);
    assert.deepEqual(
      results.map((r) => r.status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(bodies(journal.read('p5', 0n, 10)), ['a', 'k', 'c']);
    assert.deepEqual([...(journal.read('p5', 2n, 1)[0]?.traits ?? [])], [2, 3]);
    assert.equal(journal.seqOfOutcome('p5', bytes16('k')), 2n);
  });

  await t.test('everything is there after a new start, and seqs go on', async () => {
    await journal.close();
    await assert.rejects(journal.append([fact('p1', 'late')]), refusal('closed'));
    journal = await openJournal(dir);
    assert.deepEqual(bodies(journal.read('p1', 0n, 10)), ['a', 'b', 'c']);
    assert.equal((await journal.append([fact('p1', 'd')]))[0]?.seq, 4n);
    assert.deepEqual(
      journal.profiles().find((p) => p.profileId === 'p1'),
      { profileId: 'p1', lastSeq: 4n, firstKept: 1n },
    );
  });
});

test('outcome keys', async (t) => {
  const journal = await openJournal(temporaryFolder(t));
  t.after(() => journal.close());

  await t.test('of 100 callers at once with one key, one creates and the others are told its seq', async () => {
    const results = await Promise.all(Array.from({ length: 100 }, () => journal.append([outcome('p', 'pay-1')])));
    const flat = results.flat();
    assert.equal(flat.filter((r) => r.status === 'created').length, 1);
    assert.equal(flat.filter((r) => r.status === 'duplicate').length, 99);
    assert.deepEqual([...new Set(flat.map((r) => r.seq))], [1n]);
    assert.equal(journal.lastSeq('p'), 1n);
  });

  await t.test('duplicates and conflicts are seen inside one list, and leave no gap', async () => {
    const results = await journal.append([
      outcome('p', 'k1', 'one'),
      outcome('p', 'k1', 'one'),
      outcome('p', 'k1', 'other'),
      outcome('p', 'k2', 'two'),
      outcome('q', 'k1', 'other'),
    ]);
    assert.deepEqual(results, [
      { status: 'created', seq: 2n },
      { status: 'duplicate', seq: 2n },
      { status: 'conflict', seq: 2n },
      { status: 'created', seq: 3n },
      { status: 'created', seq: 1n },
    ]);
  });

  await t.test('outlive the facts: a trimmed outcome is still a duplicate', async () => {
    await journal.trim('p', 3n);
    assert.deepEqual(journal.read('p', 0n, 10), []);
    assert.deepEqual(await journal.append([outcome('p', 'k1', 'one')]), [{ status: 'duplicate', seq: 2n }]);
    assert.equal(journal.seqOfOutcome('p', bytes16('k2')), 3n);
    assert.equal(journal.seqOfOutcome('p', bytes16('k3')), undefined);
  });
});

test('trim and purge', async (t) => {
  const journal = await openJournal(temporaryFolder(t));
  t.after(() => journal.close());
  await journal.append(numbers(1, 12_000).map((n) => fact('p', `${n}`)));
  await journal.append([fact('q', 'other'), outcome('p', 'k')]);

  await t.test('trimming leaves what is newer, the last seq and other profiles', async () => {
    const [, late] = await Promise.all([journal.trim('p', 11_999n), journal.append([fact('p', 'late')])]);
    assert.equal(late[0]?.seq, 12_002n);
    assert.deepEqual(
      journal.read('p', 0n, 10).map((f) => f.seq),
      [12_000n, 12_001n, 12_002n],
    );
    assert.deepEqual(journal.profiles()[0], { profileId: 'p', lastSeq: 12_002n, firstKept: 12_000n });
    assert.deepEqual(bodies(journal.read('q', 0n, 10)), ['other']);
  });
  await t.test('nothing is trimmed that was never accepted', async () => {
    await assert.rejects(journal.trim('p', 99_999n), refusal('failed'));
    assert.equal(journal.read('p', 0n, 10).length, 3);
  });
  await t.test('a purge leaves nothing of the profile', async () => {
    await journal.purge('p');
    assert.deepEqual(
      journal.profiles().map((p) => p.profileId),
      ['q'],
    );
    assert.equal(journal.seqOfOutcome('p', bytes16('k')), undefined);
    assert.deepEqual(bodies(journal.read('q', 0n, 10)), ['other']);
  });
});

test('bounded queues', async (t) => {
  const journal = await openJournal(temporaryFolder(t), { limits: { perProfile: 10, total: 25 } });
  t.after(() => journal.close());
  const ten = (profileId: string) => journal.append(numbers(1, 10).map((n) => fact(profileId, `${n}`)));

  await t.test('one profile too many facts → profile_queue_full; all together → queue_full; others go on', async () => {
    const taken = [ten('a'), ten('b')];
    await assert.rejects(journal.append([fact('a', 'more')]), refusal('profile_queue_full'));
    await assert.rejects(ten('c'), refusal('queue_full'));
    taken.push(journal.append([fact('c', 'fits')]));
    assert.deepEqual(
      (await Promise.all(taken)).map((r) => r.length),
      [10, 10, 1],
    );
  });
  await t.test('there is room again once they are written', async () => {
    assert.equal((await ten('a'))[0]?.seq, 11n);
  });
  await t.test('a list longer than the queue is taken when nothing waits', async () => {
    assert.equal((await journal.append(numbers(1, 40).map((n) => fact('d', `${n}`)))).length, 40);
  });
});

test('a full disk', async (t) => {
  await t.test('refuses, and takes in again when there is room', async () => {
    let released = 0;
    const journal = await openJournal(temporaryFolder(t), { maxPages: 60, onDiskFull: () => released++ });
    const big = 'x'.repeat(3_000);
    const accepted: bigint[] = [];
    let refused: unknown;
    while (!refused) {
      await journal.append([fact('p', `${accepted.length}${big}`)]).then(
        ([r]) => accepted.push(r?.seq as bigint),
        (error) => {
          refused = error;
        },
      );
    }
    assert.ok(refusal('disk_full')(refused), String(refused));
    assert.equal(released, 1);
    assert.equal(journal.read('p', 0n, 1_000).length, accepted.length, 'nothing of the refused append is left');
    await journal.trim('p', 10n);
    const [next] = await journal.append([fact('p', 'again')]);
    assert.equal(next?.seq, BigInt(accepted.length) + 1n);
    await journal.close();
  });
  await t.test('refuses before it is full, from the watermark on', async () => {
    let used = 0.95;
    const dir = temporaryFolder(t);
    const below = await openJournal(dir, { diskUsed: () => used });
    assert.equal((await below.append([fact('p', 'a')]))[0]?.seq, 1n);
    await below.close();
    used = 0.96;
    const above = await openJournal(dir, { diskUsed: () => used });
    await assert.rejects(above.append([fact('p', 'b')]), refusal('disk_full'));
    assert.equal(above.lastSeq('p'), 1n);
    await above.close();
  });
});

test('a dead writer', async (t) => {
  const workers: Worker[] = [];
  const journal = await openJournal(temporaryFolder(t), { onWorker: (worker) => workers.push(worker) });
  t.after(() => journal.close());
  await journal.append([fact('p', 'before')]);

  await t.test('fails those who wait, and is started again', async () => {
    const waiting = Promise.allSettled(numbers(1, 50).map((n) => journal.append([outcome('p', `k${n}`)])));
    await workers[0]?.terminate();
    const lost = (await waiting).filter((r) => r.status === 'rejected');
    assert.ok(lost.length > 0);
    for (const one of lost) assert.ok(refusal('failed')(one.reason));
    assert.equal(workers.length, 2);
    const again = (await Promise.all(numbers(1, 50).map((n) => journal.append([outcome('p', `k${n}`)])))).flat();
    assert.ok(again.every((r) => r.status !== 'conflict'));
    assert.deepEqual(
      journal.read('p', 0n, 1_000).map((f) => f.seq),
      numbers(1, 51).map(BigInt),
      'each outcome is there once, whether its first acknowledgement was lost or not',
    );
  });
});
