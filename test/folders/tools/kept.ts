// The form of a kept folder: one packed file per release, with the data folder that nobody has open (no figures, which every version computes), and the answers.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import Database from 'better-sqlite3';
import { projectFile } from '../../../src/base/kit/paths.ts';
import { type Answer, answersOf, differencesBetween, type Question, questionsAbout } from './answers.ts';
import { makeKeptFolder, type Place } from './world.ts';

export interface Kept {
  place: Place;
  answers: Answer[];
}

const MOST_TAR = 200_000_000;
const NOT_KEPT = /^(?:lock\.sqlite|closed\.json|ballast|service\.json|spill|landing|uploads|work|outbox)$|-(?:wal|shm)$/;

export interface KeepOptions {
  /** With the demo profile. */
  hasDemo: boolean;
  /** Keeps each n-th answer. */
  every: number;
}

/** Makes a folder, asks it, and packs both into a file. Answers how many answers it keeps. */
export async function keepFolder(scratch: string, file: string, { hasDemo, every }: KeepOptions): Promise<number> {
  const [kept, data] = [join(scratch, 'kept'), join(scratch, 'kept', 'data')];
  mkdirSync(kept, { recursive: true });
  const { shop, place } = await makeKeptFolder(data, hasDemo);
  await shop.close();
  closedFolder(data);
  for (const { profileId } of place.profiles) removeFigures(join(data, 'profiles', profileId));
  const ask = async (questions: Question[]): Promise<Answer[]> => {
    const copy = join(scratch, 'copy');
    execFileSync('cp', ['-a', data, copy]);
    const answers = await answersOf(copy, place, questions);
    rmSync(copy, { recursive: true });
    return answers;
  };
  const questions = questionsAbout(place).filter((_, i) => i % every === 0);
  const answers = (await ask(questions)).filter(({ status }) => status === 200);
  // What differs from one opening to the next says nothing of a version.
  const again = await ask(answers.map(({ question }) => question));
  const same = answers.filter((answer, i) => differencesBetween([answer], again.slice(i, i + 1)).length === 0);
  writeFileSync(join(kept, 'answers.json'), JSON.stringify({ place, answers: same } satisfies Kept));
  const packed = execFileSync('tar', ['-cf', '-', '-C', kept, 'data', 'answers.json'], { maxBuffer: MOST_TAR });
  writeFileSync(
    file,
    brotliCompressSync(packed, { params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS } }),
  );
  return same.length;
}

/** Leaves of a data folder that nobody has open what is of the installation. */
export function closedFolder(data: string): void {
  for (const name of readdirSync(data).filter((each) => NOT_KEPT.test(each))) rmSync(join(data, name), { recursive: true });
  for (const name of readdirSync(data).filter((each) => each.endsWith('.sqlite'))) compact(join(data, name));
}

/** Of each difference that is meant (differences.txt, a line each: the place, a tab, why) the reason. */
export function meantDifferences(): Map<string, string> {
  const lines = readFileSync(projectFile('test', 'folders', 'differences.txt'), 'utf8').split('\n');
  const listed = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'));
  return new Map(listed.map(([place = '', why = '']) => [place, why]));
}

/** Without the pages of what was deleted, such as facts that are sealed. */
function compact(file: string): void {
  const db = new Database(file);
  db.exec('vacuum');
  db.close();
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
}

export function removeFigures(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.includes('.duckdb') || each === 'published'))
    rmSync(join(folder, name), { recursive: true });
}

/** Unpacks it into a folder; answers where the data folder is, and what it answered. */
export function unpack(file: string, target: string): Kept & { data: string } {
  execFileSync('tar', ['-xf', '-', '-C', target], { input: brotliDecompressSync(readFileSync(file)) });
  const kept: Kept = JSON.parse(readFileSync(join(target, 'answers.json'), 'utf8'));
  return { ...kept, data: join(target, 'data') };
}
