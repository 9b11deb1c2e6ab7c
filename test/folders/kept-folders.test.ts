// The kept folder of each listed release is opened by this version, and answers what it answered then, but for differences that are meant (differences.txt).
// Its tables are those of the baseline and of the migrations that the release had, before it is opened, and those of a new folder afterwards.
// Some hundred questions to a folder with the demo take more than 10 s of processor.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { keptFile, type Release, releases, sha256 } from '../../bin/release/releases.ts';
import { temporaryFolder } from '../base/folder.ts';
import { startTestApp } from '../harness.ts';
import { answersOf, differencesBetween, type Question } from './tools/answers.ts';
import { keepFolder, meantDifferences, unpack } from './tools/kept.ts';
import { requireReleasedTables, requireSameTables } from './tools/tables.ts';

async function newFolder(t: TestContext): Promise<string> {
  const dataDir = temporaryFolder(t);
  const app = await startTestApp({ dataDir });
  await app.close();
  return dataDir;
}

test('what a kept folder answers', async (t) => {
  const listed: { file: string; release?: Release }[] = releases().map((release) => ({
    file: keptFile(release.version),
    release,
  }));
  if (listed.length === 0) {
    const file = join(temporaryFolder(t), 'made.tar.br');
    const count = await keepFolder(temporaryFolder(t), file, { hasDemo: false, every: 5 });
    assert.ok(count > 15, `${count} answers`);
    listed.push({ file });
  }
  const fresh = await newFolder(t);
  const allowed = meantDifferences();
  for (const { file, release } of listed) {
    assert.ok(existsSync(file), `${file}: \`npm run folder:keep\` makes it at the commit of the release`);
    if (release) assert.equal(sha256(file), release['SHA-256 of the kept folder'], `${file} never changes`);
    const { data, place, answers } = unpack(file, temporaryFolder(t));
    if (release) requireReleasedTables(data, release);
    const now = await answersOf(
      data,
      place,
      answers.map(({ question }) => question),
    );
    requireSameTables(data, fresh);
    const unmeant = differencesBetween(answers, now).filter((difference) => !allowed.get(difference));
    assert.deepEqual(unmeant, [], 'if it is meant, list it in test/folders/differences.txt with the reason');
  }
});

test('a difference is found wherever it is', () => {
  const answer = (body: unknown, status = 200) => [{ question: ['/overview', {}] satisfies Question, status, body }];
  const before = answer({ data: { rows: [{ spend: '1' }, { spend: '2' }], total: null } });
  assert.deepEqual(differencesBetween(before, structuredClone(before)), []);
  assert.deepEqual(differencesBetween(before, answer({ data: { rows: [{ spend: '1' }, { spend: '3' }], total: null } })), [
    '/overview /data/rows/*/spend',
  ]);
  assert.deepEqual(differencesBetween(before, answer({ data: { rows: [{ spend: '1' }], total: '0' } })), [
    '/overview /data/rows/*',
    '/overview /data/total',
  ]);
  assert.deepEqual(differencesBetween(before, answer({}, 404)), ['/overview status']);
  const types = (...names: string[]) => answer(names.map((type) => ({ type, text: type })));
  assert.deepEqual(differencesBetween(types('b', 'c'), types('a', 'b', 'c')), ['/overview /*']);
  const computedBy = (code: number, warnings: unknown[]) => answer({ data: 1, meta: { version: { code } }, warnings });
  const notice = { code: 'computed_differently', message: 'Version 2 computes these days otherwise.' };
  const other = { code: 'restated', message: 'a' };
  assert.deepEqual(differencesBetween(computedBy(1, [other]), computedBy(2, [notice, other])), []);
  assert.deepEqual(differencesBetween(answer({ data: 1, meta: { version: {} } }), computedBy(2, [notice])), []);
  assert.deepEqual(differencesBetween(computedBy(1, [other]), computedBy(2, [notice])), ['/overview /warnings']);
});
