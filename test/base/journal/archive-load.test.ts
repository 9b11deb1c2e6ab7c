// Facts that come to the archive without the journal: behind all others, all of them or none, with what the journal has to know of them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { backup } from '../../../src/base/backup/backup.ts';
import { restore } from '../../../src/base/backup/restore.ts';
import type { Base } from '../../../src/base/base.ts';
import { inspectStores } from '../../../src/base/folder/watch.ts';
import { archivedFiles } from '../../../src/base/journal/segments.ts';
import { fakeClock } from '../../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { startChild } from '../children.ts';
import { temporaryFolder, testConfig } from '../folder.ts';
import { placeProfile } from '../placed-profile.ts';
import { fact, outcome } from './facts.ts';
import { loadOf } from './loads.ts';

const P = '018f0000-0000-7000-8000-000000000001';
const clock = fakeClock('2026-04-01T00:00:00Z');
const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => fact(P, `f${from + i}`));

async function opened(t: TestContext, dir: string): Promise<Base> {
  const base = await openBase(testConfig(dir), { clock });
  t.after(() => closeBase(base));
  return base;
}

/** The texts of all facts, from where they are. */
async function texts(base: Base): Promise<string[]> {
  const { segments, sealedUpTo } = base.archive.describeFacts(P);
  const sql = 'select seq, body from read_parquet($source) order by seq';
  const parts = await base.warehouse.convert(
    P,
    segments.map(({ path }) => ({ sql, params: { source: path } })),
  );
  const sealed = parts.flat().map(({ seq, body }) => `${seq} ${JSON.parse(String(body)).body}`);
  return [...sealed, ...base.journal.read(P, sealedUpTo, 1_000_000).map(({ seq, body }) => `${seq} ${JSON.parse(body).body}`)];
}
const expected = (upTo: number): string[] => Array.from({ length: upTo }, (_, i) => `${i + 1} f${i + 1}`);

test('a load', async (t) => {
  const dir = temporaryFolder(t);
  const base = await opened(t, dir);
  placeProfile(base, P);
  await base.journal.append(numbered(1, 5));

  await t.test('comes behind what the journal has, which is sealed', async () => {
    assert.equal(await base.archive.load(P, loadOf(P, 10)), 6n);
    assert.deepEqual([base.journal.lastSeq(P), base.archive.sealedUpTo(P)], [15n, 15n]);
    assert.deepEqual(await texts(base), expected(15));
    assert.equal(base.journal.outcomeOf(P, outcome(P, 'paid').outcomeKey as Buffer)?.seq, 8n);
  });
  await t.test('leaves in the journal what stitching has to read, until its traits are emptied', async () => {
    assert.deepEqual(
      base.journal.readIdentified(P, 0n, 15n, 10).map(({ seq }) => seq),
      [7n],
    );
    assert.equal(base.journal.linesToLand(P, 5n, 15n, 10, []), undefined);
    assert.deepEqual(await inspectStores(base), []);
    base.state.setCursor('stitched', P, 15n);
    await base.journal.clearTraits(P, 15n);
    assert.deepEqual(base.journal.read(P, 0n, 10), []);
  });
  await t.test('with a key that is taken writes nothing', async () => {
    await assert.rejects(base.archive.load(P, loadOf(P, 4)), /key of fact 18 .* is taken/);
    assert.deepEqual([base.journal.lastSeq(P), base.archive.sealedUpTo(P)], [15n, 15n]);
    assert.deepEqual(await base.archive.verify(P), []);
  });
  await t.test('keeps appends waiting, which come behind it', async () => {
    let appended: Promise<unknown> | undefined;
    const load = loadOf(P, 4, 'other');
    await base.archive.load(P, async (firstSeq) => {
      appended = base.journal.append(numbered(20, 21));
      return load(firstSeq);
    });
    assert.deepEqual(
      await appended,
      [20n, 21n].map((seq) => ({ status: 'created', seq })),
    );
    assert.deepEqual(await texts(base), expected(21));
  });
  await t.test('of no facts writes nothing', async () => {
    const none = loadOf(P, 0);
    assert.equal(await base.archive.load(P, async (firstSeq) => ({ ...(await none(firstSeq)), kept: [] })), 22n);
    assert.deepEqual(await texts(base), expected(21));
  });
  await t.test('is in a backup with what waits for stitching', async () => {
    const [folder, copyDir] = [join(temporaryFolder(t), 'backup'), join(temporaryFolder(t), 'copy')];
    await base.archive.load(P, loadOf(P, 3, 'third'));
    await backup(base, folder);
    await restore(folder, copyDir, { masterKey: readFileSync(join(dir, 'master.key'), 'utf8') });
    const copy = await opened(t, copyDir);
    assert.deepEqual(await texts(copy), expected(24));
    assert.equal(copy.journal.readIdentified(P, 0n, 30n, 10).at(-1)?.seq, 23n);
  });
});

test('a load that is cut off', async (t) => {
  const dir = temporaryFolder(t);
  let count = 0;
  const check = async (isLoaded: boolean, rows: number): Promise<void> => {
    const base = await openBase(testConfig(dir), { clock });
    try {
      if (isLoaded) count += rows;
      assert.equal(Number(base.journal.lastSeq(P)), count);
      assert.deepEqual(await texts(base), expected(count));
      assert.deepEqual(await base.archive.verify(P), []);
      assert.deepEqual(
        (await inspectStores(base)).filter(({ isLoss }) => isLoss),
        [],
      );
      assert.equal(archivedFiles(join(dir, 'profiles', P, 'archive')).length, 2 * base.archive.segments(P).length);
    } finally {
      await closeBase(base);
    }
  };
  await check(false, 0);
  for (const [step, isLoaded] of [
    ...(['write', 'sync', 'check', 'rename', 'manifest', 'append'] as const).map((name) => [name, false] as const),
    ['appended', true] as const,
    ['write', false] as const,
    ['append', false] as const,
  ])
    await t.test(`before the step ${step} ${isLoaded ? 'is there' : 'never was'}`, async () => {
      const child = startChild(new URL('./load-child.ts', import.meta.url), [dir, P, '7', 'paid', step]);
      assert.equal(await child.ended(), 'SIGKILL');
      assert.deepEqual(child.lines(), ['loading']);
      await check(isLoaded, 7);
    });
});
