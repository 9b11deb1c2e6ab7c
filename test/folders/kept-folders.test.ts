// The kept folder of each listed release is opened by this version, and answers what it answered then, but for differences that are meant (differences.txt).
// Until a release is listed, a folder without the demo is made and asked a fifth of the questions, packed and opened in the same way.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { releases } from '../../bin/release/releases.ts';
import { temporaryFolder } from '../base/folder.ts';
import { answersOf, differencesBetween, type Question } from './tools/answers.ts';
import { keepFolder, keptFile, meantDifferences, unpack } from './tools/kept.ts';

test('what a kept folder answers', async (t) => {
  const versions = releases().map(({ version }) => version);
  const files = versions.map(keptFile);
  if (versions.length === 0) {
    const file = join(temporaryFolder(t), 'made.tar.br');
    const count = await keepFolder(temporaryFolder(t), file, { hasDemo: false, every: 5 });
    assert.ok(count > 15, `${count} answers`);
    files.push(file);
  }
  const allowed = meantDifferences();
  for (const file of files) {
    assert.ok(existsSync(file), `${file}: \`npm run folder:keep\` makes it at the commit of the release`);
    const { data, place, answers } = unpack(file, temporaryFolder(t));
    const now = await answersOf(
      data,
      place,
      answers.map(({ question }) => question),
    );
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
});
