// Facts that are made in the writer's thread: each order as good as its facts would be, and no worse for its neighbours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { type Journal, JournalRefusal, type Maker } from '../../../src/base/journal/journal.ts';
import { counted, openJournal } from '../../../src/base/journal/open-journal.ts';
import { temporaryFolder } from '../folder.ts';
import { fact } from './facts.ts';

const failed = (error: unknown): boolean => error instanceof JournalRefusal && error.reason === 'failed';
const bodies = (journal: Journal, profileId: string): string[] =>
  journal.read(profileId, 0n, 1_000).map(({ body }) => JSON.parse(body).body);

/** What it was asked the context of, in order. */
function lineMaker(requests: string[] = []): Maker {
  const contextOf = (profileId: string): string => {
    requests.push(profileId);
    return `of ${profileId}`;
  };
  return { module: new URL('./line-maker.ts', import.meta.url).href, contextOf };
}

const orderOf = (profileId: string, ...lines: string[]) => ({ profileId, rows: lines.length, text: lines.join('\n') });

test('orders', async (t) => {
  const journal = counted(await openJournal(temporaryFolder(t)));
  t.after(() => journal.close());
  const requests: string[] = [];
  const maker = lineMaker(requests);
  const place = (profileId: string, ...lines: string[]) => journal.appendMade(maker, orderOf(profileId, ...lines));

  await t.test(
    'become facts in their order, beside appends of the same group; what is refused is answered in its place',
    async () => {
      const answers = await Promise.all([
        place('p', 'a', 'no b', 'c'),
        journal.append([fact('p', 'd')]),
        place('q', 'no e'),
        place('p', 'f'),
      ]);
      const created = (seq: bigint) => ({ status: 'created', seq });
      assert.deepEqual(answers, [
        [created(1n), { refused: { why: 'no b' } }, created(2n)],
        [created(3n)],
        [{ refused: { why: 'no e' } }],
        [created(4n)],
      ]);
      assert.deepEqual(bodies(journal, 'p'), ['of p: a', 'of p: c', 'd', 'of p: f']);
      assert.deepEqual(bodies(journal, 'q'), []);
      assert.equal(journal.intake.facts.get('created'), 4);
    },
  );

  await t.test('a module is loaded before any order', async () => {
    await journal.prepare(maker.module);
  });

  await t.test('an empty one is answered by nothing', async () => {
    assert.deepEqual(await journal.appendMade(maker, { profileId: 'p', rows: 0, text: '' }), []);
  });

  await t.test('a mistake of the maker fails its own order alone', async () => {
    const before = bodies(journal, 'p').length;
    const [thrown, sound, short, plain] = await Promise.allSettled([
      place('p', 'throw'),
      place('p', 'g'),
      place('p', 'h', 'short'),
      journal.append([fact('p', 'i')]),
    ]);
    assert.ok(thrown.status === 'rejected' && failed(thrown.reason) && /a mistake of the maker/.test(String(thrown.reason)));
    assert.ok(short.status === 'rejected' && failed(short.reason));
    assert.equal(sound.status, 'fulfilled');
    assert.equal(plain.status, 'fulfilled');
    assert.deepEqual(bodies(journal, 'p').slice(before), ['of p: g', 'i']);
  });

  await t.test('a profile is told of once, and again after it was to be forgotten', async () => {
    assert.deepEqual(requests, ['p', 'q']);
    await journal.forget('p');
    await place('p', 'j');
    assert.equal(bodies(journal, 'p').at(-1), 'of p: j');
    await journal.purge('p');
    await place('p', 'k');
    assert.deepEqual(requests, ['p', 'q', 'p']);
    assert.deepEqual(bodies(journal, 'p'), ['of p: k']);
  });

  await t.test('a profile that takes in nothing more takes none', async () => {
    journal.shut('q');
    await assert.rejects(place('q', 'l'), (error) => error instanceof JournalRefusal && error.reason === 'closed');
  });
});

test('a module that cannot be loaded fails its orders, not the journal', async (t) => {
  const journal = await openJournal(temporaryFolder(t));
  t.after(() => journal.close());
  const nowhere: Maker = { module: new URL('./no-such-maker.ts', import.meta.url).href, contextOf: () => undefined };
  await assert.rejects(journal.appendMade(nowhere, orderOf('p', 'a')), failed);
  await assert.rejects(journal.prepare(nowhere.module), failed);
  const [beside] = await Promise.allSettled([journal.append([fact('q', 'b')]), journal.appendMade(nowhere, orderOf('p', 'a'))]);
  assert.equal(beside.status, 'fulfilled', 'an append of the same group is written');
});

test('a writer that is started again is told of makers anew', async (t) => {
  const workers: Worker[] = [];
  const journal = await openJournal(temporaryFolder(t), { onWorker: (worker) => workers.push(worker) });
  t.after(() => journal.close());
  const maker = lineMaker();
  await journal.appendMade(maker, orderOf('p', 'a'));
  const waiting = journal.appendMade(maker, orderOf('p', 'b')).catch((error: unknown) => error);
  await workers[0]?.terminate();
  assert.ok(failed(await waiting));
  await journal.appendMade(maker, orderOf('p', 'c'));
  assert.equal(bodies(journal, 'p').at(-1), 'of p: c');
});
