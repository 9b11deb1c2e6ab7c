// What the console makes of texts that name operations of the API: each operation that a page carries out is named by that page, and every
// page that is named exists.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { projectRoot } from '../../../src/base/kit/paths.ts';
import { loadConsole } from '../load.ts';

type Words = typeof import('../../../console/words/pages.ts');

const titles = globSync('console/pages/*/page.ts', { cwd: projectRoot }).map(
  (file) => /title: '([^']+)'/.exec(readFileSync(`${projectRoot}/${file}`, 'utf8'))?.[1],
);

test('an operation that a page carries out is named by its page', async () => {
  const { inPageWords } = await loadConsole<Words>('words/pages.ts');
  assert.equal(
    inPageWords('Compare models (GET /api/v1/attribution with models) before you move money by one of them.'),
    'Compare models (the page Attribution with models) before you move money by one of them.',
  );
  assert.equal(
    inPageWords('GET /api/v1/attribution/changes shows what it moved.'),
    'The page What we knew when shows what it moved.',
  );
  assert.equal(
    inPageWords('PATCH /api/v1/profile/exchange-rates uses the daily reference rates.'),
    'The page Goals and channels uses the daily reference rates.',
  );
  assert.equal(inPageWords('Upload the missing days (POST /api/v1/spend).'), 'Upload the missing days (the page Import).');
  const sent = 'Send them with a time zone (POST /api/v1/events).';
  assert.equal(inPageWords(sent), sent, 'a program does that');
});

test('no reading operation is left in what quality and trust say, and each page exists', async () => {
  const { inPageWords } = await loadConsole<Words>('words/pages.ts');
  const files = globSync('src/report/quality/**/*.ts', { cwd: projectRoot }).filter((file) => !file.endsWith('.gen.ts'));
  const texts = files.flatMap((file) =>
    [...readFileSync(`${projectRoot}/${file}`, 'utf8').matchAll(/'([^'\n]*GET \/api\/v1[^'\n]*)'/g)].map(([, text = '']) => text),
  );
  assert.ok(texts.length > 10);
  for (const text of texts) {
    const shown = inPageWords(text);
    assert.doesNotMatch(shown, /GET \//, text);
    const named = titles.some((title) => shown.includes(`he page ${title}`));
    assert.ok(named, shown);
  }
});
