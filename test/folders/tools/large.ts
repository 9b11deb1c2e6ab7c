// The large folder of a release, some 200 MB: made by the program of the release, at its commit (`make FOLDER`), and opened by this version, which has to answer
// the same (`compare FOLDER`). `npm run release` does both for each listed release. EVENTS makes another size.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeEvents, writeSpend } from '../../../bench/world.ts';
import { carryOut } from '../../../src/doors/jobs/commands.ts';
import { startTestApp } from '../../harness.ts';
import { type Answer, answersOf, differencesBetween, questionsAbout } from './answers.ts';
import { closedFolder, type Kept, meantDifferences, removeFigures } from './kept.ts';
import { NOW, type Place } from './world.ts';

const EVENTS = Number(process.env['EVENTS'] ?? 2_000_000);
/** Each n-th question, as one of a large profile takes long. */
const EVERY = 7;

async function fill(data: string, scratch: string): Promise<Place> {
  const app = await startTestApp({ dataDir: data, at: NOW, installation: { currency: 'EUR', domain: 'shop.example' } });
  const shape = { seed: 1, events: EVENTS, until: Date.parse(NOW.slice(0, 10)) };
  try {
    for (const [kind, write] of [
      ['spend', writeSpend],
      ['events', writeEvents],
    ] as const) {
      const file = join(scratch, `${kind}.csv`);
      await write(file, shape);
      await carryOut(app.base, 'backfill', { kind, file }, () => undefined);
      rmSync(file);
    }
  } finally {
    await app.close();
  }
  const { session, workspaceId, profileId } = app;
  return { session, workspaceId, profiles: [{ profileId, date_from: '2026-02-01', date_to: '2026-03-19' }] };
}

const bytesOf = (folder: string): number => Number(execFileSync('du', ['-sb', folder]).toString().split('\t')[0]);

/** What names the service's address is another text at each opening. */
const isKept = ({ status, body }: Answer): boolean => status === 200 && !JSON.stringify(body).includes('http://127.0.0.1:');

async function make(folder: string): Promise<void> {
  const data = join(folder, 'data');
  mkdirSync(folder, { recursive: true });
  const place = await fill(data, folder);
  const copy = join(folder, 'copy');
  execFileSync('cp', ['-a', data, copy]);
  const answers = await answersOf(
    copy,
    place,
    questionsAbout(place).filter((_, i) => i % EVERY === 0),
  );
  rmSync(copy, { recursive: true });
  closedFolder(data);
  for (const { profileId } of place.profiles) removeFigures(join(data, 'profiles', profileId));
  const kept: Kept = { place, answers: answers.filter(isKept) };
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(kept));
  console.log(`${data}: ${Math.round(bytesOf(data) / 1e6)} MB without figures, ${kept.answers.length} answers`);
}

async function compare(folder: string): Promise<void> {
  const { place, answers }: Kept = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8'));
  const questions = answers.map(({ question }) => question);
  const now = await answersOf(join(folder, 'data'), place, questions);
  const meant = meantDifferences();
  const unmeant = differencesBetween(answers, now).filter((difference) => !meant.get(difference));
  assert.deepEqual(unmeant, [], 'if it is meant, list it in test/folders/differences.txt with the reason');
  console.log(`${folder}: ${answers.length} answers are equal`);
}

const [what, folder = ''] = process.argv.slice(2);
assert.ok(folder !== '' && (what === 'make' || what === 'compare'), 'large.ts make|compare FOLDER');
await (what === 'make' ? make(folder) : compare(folder));
