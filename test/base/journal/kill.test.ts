// What was acknowledged is there exactly once, however the process ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Journal } from '../../../src/base/journal/journal.ts';
import { openJournal } from '../../../src/base/journal/open-journal.ts';
import { letPass, until } from '../../until.ts';
import { startChild } from '../children.ts';
import { temporaryFolder } from '../folder.ts';
import { seededRandom } from '../random.ts';

const ROUNDS = 20;

test('kill -9 while appending', async (t) => {
  const dir = temporaryFolder(t);
  const random = seededRandom(t);
  const acknowledged = new Map<string, string>();
  let duplicates = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = startChild(new URL('./append-child.ts', import.meta.url), [dir, String(round)]);
    await until(() => child.lines().length > 20, 'it appends');
    await letPass(random(120));
    for (const line of await child.kill()) {
      const [profileId, seq, status, body = ''] = line.split(' ');
      assert.notEqual(status, 'conflict');
      if (status === 'duplicate') duplicates += 1;
      const place = `${profileId} ${seq}`;
      assert.equal(acknowledged.get(place) ?? body, body, `${place} was given to two facts`);
      acknowledged.set(place, body);
    }
    const journal = await openJournal(dir);
    let found: Map<string, string>;
    try {
      found = everyFact(journal);
    } finally {
      await journal.close();
    }
    assert.equal(new Set(found.values()).size, found.size, 'no fact is there twice');
    for (const [place, body] of acknowledged) assert.equal(found.get(place), body, `round ${round}: ${place}`);
  }
  assert.ok(acknowledged.size > ROUNDS, 'the children appended');
  assert.ok(duplicates > 0, 'duplicates were among it');
  t.diagnostic(`${acknowledged.size} acknowledged facts, ${duplicates} duplicates`);
});

/** By profile and seq; seqs are dense and in order. */
function everyFact(journal: Journal): Map<string, string> {
  const found = new Map<string, string>();
  for (const { profileId, lastSeq } of journal.profiles()) {
    const facts = journal.read(profileId, 0n, 10_000_000);
    assert.equal(BigInt(facts.length), lastSeq, 'seqs are dense');
    for (const [i, one] of facts.entries()) {
      assert.equal(one.seq, BigInt(i) + 1n);
      found.set(`${profileId} ${one.seq}`, JSON.parse(one.body).body);
    }
  }
  return found;
}
