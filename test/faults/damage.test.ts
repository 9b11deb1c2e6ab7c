// Every kind of file of a data folder is deleted, cut in half, changed by one byte and replaced by an older copy, while nothing runs, after a
// crash and under a running service. No figure may be wrong, and nothing may be called well, without a word: a start that refuses, a status that
// is not well, a rebuild that refuses. TEST_SEED chooses the bytes, and with --short the cases.
import assert from 'node:assert/strict';
import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { readConfig } from '../../src/base/kit/config.ts';
import { initInstallation } from '../../src/collect/tracking/index.ts';
import { commands } from '../../src/doors/jobs/commands.ts';
import { type Service, startService } from '../../src/main.ts';
import { temporaryFolder } from '../base/folder.ts';
import { seededRandom } from '../base/random.ts';
import { call, type Figures, figures, REPORTS, settled } from './figures.ts';
import { Load, type Random } from './load.ts';
import { tell } from './results.ts';
import type { Installed, Running } from './service.ts';

const isShort = process.env['FAULT_SHORT'] !== undefined;
const SHORT_CASES = 12;
/** Until a report that is refused for now counts as refused. */
const TRIES = 15;

const started = (dataDir: string): Promise<Service> =>
  startService(
    readConfig(
      {
        ...{ dataDir, port: 0, logLevel: 'silent', ballastMb: 1, pollSeconds: 0.2, sealRows: 300 },
        ...{ servingMemoryMb: 256, buildMemoryMb: 256 },
      },
      {},
    ),
  );

const runningOf = (service: Service): Running => ({
  address: service.address,
  pid: process.pid,
  log: () => '',
  isRunning: () => true,
  kill: () => service.stop(),
  terminate: async () => {
    await service.stop();
    return { code: 0, signal: null, ms: 0 };
  },
});

/** The data folder at two moments, each closed properly and as a crash leaves it, and what is right at the later one. */
interface Images {
  installed: Installed;
  closed: string;
  crashed: string;
  earlier: string;
  earlierCrashed: string;
  right: Figures;
  truth: string;
}

async function makeImages(t: TestContext, random: Random): Promise<Images> {
  const folder = temporaryFolder(t);
  const dataDir = join(folder, 'data');
  const at = (name: string): string => join(folder, name);
  const first = await started(dataDir);
  const made = initInstallation(first.base, {
    ...{
      email: 'ada@shop.example',
      workspace: 'Mill',
      profile: 'Shop',
      currency: 'USD',
      timezone: 'UTC',
      domain: 'shop.example',
    },
  });
  const installed: Installed = {
    ...{ dataDir, profileId: made.profile_id, apiKey: made.api_key, trackingKey: made.tracking_key },
    ...{ workspaceId: made.workspace_id, session: made.session_token },
  };
  const load = new Load(t, installed, random);
  const fill = async (service: Service, posts: number): Promise<void> => {
    load.address = service.address;
    await load.fill(posts);
    await settled(runningOf(service), installed);
  };
  await fill(first, 2);
  cpSync(dataDir, at('earlier-crashed'), { recursive: true });
  await first.stop();
  cpSync(dataDir, at('earlier'), { recursive: true });
  const second = await started(dataDir);
  await fill(second, 2);
  await commands.publish(second.base, {}, () => undefined);
  await commands.backup(second.base, { dest: at('backup') }, () => undefined);
  await fill(second, 1);
  const right = await figures(runningOf(second), installed);
  cpSync(dataDir, at('crashed'), { recursive: true });
  await second.stop();
  cpSync(dataDir, at('closed'), { recursive: true });
  return {
    ...{ installed, right, closed: at('closed'), crashed: at('crashed'), earlier: at('earlier') },
    ...{ earlierCrashed: at('earlier-crashed'), truth: truthOf(dataDir) },
  };
}

/** Tables of what must not be lost, each row. What the service itself writes as it runs is left out. */
const PASSING = /^(installation|jobs|cursors|migrations|sqlite_|.*(usage|reads|sessions|mails|links|summar|search))/;

function truthOf(dataDir: string): string {
  const db = new Database(join(dataDir, 'state.sqlite'), { readonly: true });
  try {
    const tables = db.prepare("select name from sqlite_schema where type = 'table' order by name").pluck().all() as string[];
    const rows = tables
      .filter((name) => !PASSING.test(name))
      .map((name) => [
        name,
        db
          .prepare(`select * from "${name}"`)
          .all()
          .map((row) => JSON.stringify(row))
          .sort(),
      ]);
    return JSON.stringify(rows);
  } finally {
    db.close();
  }
}

interface Kind {
  name: string;
  /** Relative to the data folder. */
  path: (dataDir: string, profileId: string) => string | undefined;
  isFolder?: true;
  /** There after a crash alone. */
  isLeft?: true;
}

const archived =
  (ending: string) =>
  (dataDir: string, profileId: string): string | undefined => {
    const folder = join('profiles', profileId, 'archive');
    const names = readdirSync(join(dataDir, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith(ending),
    );
    return names[0] === undefined ? undefined : join(folder, names.sort()[0] as string);
  };

const published = (dataDir: string, profileId: string): string | undefined => {
  const folder = join('profiles', profileId, 'published');
  if (!existsSync(join(dataDir, folder))) return undefined;
  const names = readdirSync(join(dataDir, folder), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.parquet'),
  );
  return names[0] === undefined ? undefined : join(folder, names.sort()[0] as string);
};

const KINDS: Kind[] = [
  ...['state.sqlite', 'journal.sqlite', 'master.key', 'lock.sqlite', 'last-backup.json', 'ballast', 'closed.json'].map(
    (name) => ({
      name,
      path: () => name,
    }),
  ),
  ...['state.sqlite-wal', 'journal.sqlite-wal', 'state.sqlite-shm', 'open.json'].map((name) => ({
    name,
    path: () => name,
    isLeft: true as const,
  })),
  { name: 'live.duckdb', path: (_, id) => join('profiles', id, 'live.duckdb') },
  { name: 'live.duckdb.wal', path: (_, id) => join('profiles', id, 'live.duckdb.wal'), isLeft: true },
  { name: 'segment', path: archived('.parquet') },
  { name: 'segment manifest', path: archived('.json') },
  { name: 'published table', path: published },
  { name: 'profile folder', path: (_, id) => join('profiles', id), isFolder: true },
  { name: 'archive folder', path: (_, id) => join('profiles', id, 'archive'), isFolder: true },
];
const DAMAGES = ['deleted', 'truncated', 'one byte flipped', 'older copy'] as const;
const MOMENTS = ['at rest', 'after a crash', 'while serving'] as const;

interface Case {
  kind: Kind;
  damage: (typeof DAMAGES)[number];
  moment: (typeof MOMENTS)[number];
}

function flipByte(path: string, random: Random): void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  const at = random(statSync(path).size);
  readSync(file, byte, 0, 1, at);
  writeSync(file, Buffer.of((byte[0] as number) ^ 0x10), 0, 1, at);
  closeSync(file);
}

/** False where there is nothing to be damaged in this way. */
function strike({ kind, damage, moment }: Case, dataDir: string, images: Images, random: Random): boolean {
  const { profileId } = images.installed;
  const path = kind.path(dataDir, profileId);
  const file = path === undefined ? '' : join(dataDir, path);
  if (path === undefined || !existsSync(file)) return false;
  if (damage === 'deleted') rmSync(file, { recursive: true });
  if (kind.isFolder && (damage === 'truncated' || damage === 'one byte flipped')) return false;
  if (damage === 'truncated') truncateSync(file, Math.floor(statSync(file).size / 2));
  if (damage === 'one byte flipped') {
    if (statSync(file).size === 0) return false;
    flipByte(file, random);
  }
  if (damage !== 'older copy') return true;
  const place = moment === 'at rest' ? images.earlier : images.earlierCrashed;
  const older = kind.path(place, profileId);
  if (older === undefined || !existsSync(join(place, older))) return false;
  rmSync(file, { recursive: true });
  cpSync(join(place, older), join(dataDir, older), { recursive: true });
  return true;
}

interface Finding {
  /** How it was said that something is lost; empty when it was not. */
  words: string[];
  isWrong: boolean;
  isTruthLost: boolean;
}

/** The reports; undefined for one that is refused and stays so. */
async function reports(service: Service, installed: Installed): Promise<Figures> {
  const found: Figures = {};
  for (const path of REPORTS)
    for (let tries = 0; ; tries += 1) {
      const answer = await call(runningOf(service), installed, path);
      if (answer.status === 200) found[path] = answer.body;
      if (answer.status !== 503 || tries >= TRIES) break;
      await pause(200);
    }
  return found;
}

const bare = (body: unknown): string => JSON.stringify((body as { data: unknown }).data);
/** Figures that are there, and are not the right ones. */
const differs = (found: Figures, right: Figures): boolean =>
  Object.entries(found).some(([path, body]) => bare(body) !== bare(right[path]));

async function lookAt(service: Service, { installed, right }: Images, finding: Finding): Promise<void> {
  const status = async (): Promise<void> => {
    const isWell = await Promise.resolve()
      .then(() => commands.status(service.base, {}, () => undefined))
      .then(
        (told) => told['is_well'] === true,
        () => false,
      );
    if (!isWell) finding.words.push('status');
  };
  const before = await reports(service, installed);
  if (Object.keys(before).length < REPORTS.length) finding.words.push('refused');
  await status();
  finding.isWrong ||= differs(before, right);
  const rebuilt = await Promise.resolve()
    .then(() => commands.rebuild(service.base, {}, () => undefined))
    .then(
      () => true,
      () => false,
    );
  if (!rebuilt) finding.words.push('rebuild refused');
  await settled(runningOf(service), installed).catch(() => finding.words.push('behind'));
  finding.isWrong ||= differs(await reports(service, installed), right);
  await status();
}

async function startAndLook(dataDir: string, images: Images, finding: Finding): Promise<void> {
  let service: Service;
  try {
    service = await started(dataDir);
  } catch (error) {
    assert.ok((error as Error).message.length > 20, 'a refusal says why');
    finding.words.push('start refused');
    return;
  }
  try {
    await lookAt(service, images, finding);
  } finally {
    await service.stop().catch(() => finding.words.push('stop failed'));
  }
  const truth = existsSync(join(dataDir, 'state.sqlite')) ? truthOf(dataDir) : '';
  finding.isTruthLost ||= truth !== images.truth;
}

/** Undefined where there is nothing to be damaged. */
async function tryCase(t: TestContext, each: Case, images: Images, random: Random): Promise<Finding | undefined> {
  const dataDir = join(temporaryFolder(t), 'data');
  cpSync(each.moment === 'after a crash' ? images.crashed : images.closed, dataDir, { recursive: true });
  const finding: Finding = { words: [], isWrong: false, isTruthLost: false };
  if (each.moment === 'while serving') {
    const service = await started(dataDir);
    try {
      await reports(service, images.installed);
      if (!strike(each, dataDir, images, random)) return undefined;
      await lookAt(service, images, finding);
    } finally {
      await service.stop().catch(() => finding.words.push('stop failed'));
    }
  } else if (!strike(each, dataDir, images, random)) return undefined;
  await startAndLook(dataDir, images, finding);
  return finding;
}

function casesOf(random: Random): Case[] {
  const all = MOMENTS.flatMap((moment) =>
    KINDS.filter(({ isLeft }) => !isLeft || moment !== 'at rest').flatMap((kind) =>
      DAMAGES.map((damage) => ({ kind, damage, moment })),
    ),
  );
  if (!isShort) return all;
  return Array.from({ length: SHORT_CASES }, () => all.splice(random(all.length), 1)[0]).filter((each) => each !== undefined);
}

test('the damage matrix', async (t) => {
  const random = seededRandom(t);
  const images = await makeImages(t, random);
  const counts = { cases: 0, named: 0, identical: 0, wrong: 0, well: 0 };
  for (const each of casesOf(random)) {
    const name = `${each.kind.name}, ${each.damage}, ${each.moment}`;
    await t.test(name, async (t) => {
      const finding = await tryCase(t, each, images, random);
      if (!finding) return;
      counts.cases += 1;
      const { words, isWrong, isTruthLost } = finding;
      const isNamed = words.length > 0;
      if (isNamed) counts.named += 1;
      else if (isWrong) counts.wrong += 1;
      else if (isTruthLost) counts.well += 1;
      else counts.identical += 1;
      const outcome = isNamed
        ? `named: ${[...new Set(words)].join(', ')}`
        : isWrong
          ? 'WRONG'
          : isTruthLost
            ? 'WELL'
            : 'identical';
      t.diagnostic(`${name}: ${outcome}`);
    });
  }
  tell(t, {
    name: 'every file lost or damaged',
    figure: `${counts.cases} cases (${KINDS.length} kinds of files; deleted, truncated, one byte flipped, an older copy; at rest, after a crash, while serving): ${counts.named} named, ${counts.identical} harmless or rebuilt identically; wrong figures without a word ${counts.wrong}, all is well while something is lost ${counts.well}`,
    target: 'wrong without a word 0, well while lost 0',
    rounds: counts.cases,
    holds: counts.wrong + counts.well === 0 && counts.cases >= (isShort ? 6 : 100),
  });
});
