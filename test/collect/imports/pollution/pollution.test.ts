// A share of the polluted files that `npm run test:doors` plays: none is wrong in silence, whatever a person or a spreadsheet program did to it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { play, playClean } from './play.ts';
import { readSamples } from './samples.ts';

const FILES = 150;
const SEED = Number(process.env['SEED'] ?? 1);

test('clean samples are ready and right, and polluted ones right, asked about or refused', async () => {
  const samples = readSamples();
  for (const sample of samples) assert.equal((await playClean(sample)).verdict, 'right', sample.name);
  let right = 0;
  for (let seed = SEED; seed < SEED + FILES; seed += 1) {
    const { sample, kinds, verdict, bytes } = await play(samples, seed);
    assert.ok(
      verdict !== 'sums' && verdict !== 'rows',
      `${verdict}: SEED=${seed} ${sample} (${kinds.join(', ')})\n${bytes.toString()}`,
    );
    if (verdict === 'right') right += 1;
  }
  // Far below the bar of 85 of 100, which a share of this size misses now and then.
  assert.ok(right > FILES * 0.7, `${right} of ${FILES} are right, SEED=${SEED}`);
});

/** What makes polluted files; what plays them reads them. */
const MAKERS = readdirSync(import.meta.dirname).filter((file) => !/^(?:main|play|pollution\.test)\.ts$/.test(file));

test('what makes polluted files knows nothing of the reader', () => {
  assert.ok(MAKERS.includes('pollute.ts') && MAKERS.includes('words.ts'));
  for (const file of [...MAKERS, join('..', 'dice.ts')]) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    const imported = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name]) => name ?? '');
    const foreign = imported.filter(
      (name) =>
        !/^(?:node:(?:fs|path)|zod|csv-parse\/sync|\.\.\/dice\.ts)$/.test(name) && !MAKERS.includes(name.replace('./', '')),
    );
    assert.deepEqual(foreign, [], file);
    assert.doesNotMatch(text, /seeds/, file);
  }
});
