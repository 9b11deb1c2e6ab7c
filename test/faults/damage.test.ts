// Every kind of file of a data folder is deleted, cut in half, changed by one byte and replaced by an older copy, while nothing runs, after a
// crash and under a running service. No figure may be wrong, and nothing may be called well, without a word: a start that refuses, a status that
// is not well, a rebuild that refuses. TEST_SEED chooses the bytes, and with --short the cases.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { hashOf } from '../../src/act/connections/catalogue/picture-hash.ts';
import { storePicture } from '../../src/act/connections/catalogue/pictures.ts';
import { readConfig } from '../../src/base/config/config.ts';
import { isMovable } from '../../src/base/folder/clock.ts';
import { initInstallation } from '../../src/collect/tracking/index.ts';
import { commands } from '../../src/doors/jobs/commands.ts';
import { sandboxOf } from '../../src/sandbox/index.ts';
import { type Service, startService } from '../../src/service.ts';
import { temporaryFolder } from '../base/folder.ts';
import { seededRandom } from '../base/random.ts';
import { letPass } from '../until.ts';
import { type Case, DAMAGES, type Earlier, isInFile, isUntellable, KINDS, MOMENTS, strike } from './tools/damages.ts';
import { call, type Figures, figures, REPORTS, settled } from './tools/figures.ts';
import { Load, type Random } from './tools/load.ts';
import { asOwner } from './tools/receiver-kills.ts';
import { tell } from './tools/results.ts';
import { type Installed, type Running, startService as startApart } from './tools/service.ts';

/** To try some kinds of files alone: a part of their names. */
const kindsNamed = process.env['DAMAGE_KINDS'];
const isShort = process.env['FAULT_SHORT'] !== undefined;
/** Cases in which something was damaged: not all kinds of files exist at each moment. */
const SHORT_CASES = 6;
const JOURNAL_BYTES = 12;
/** Until a report that is refused for now counts as refused. */
const TRIES = 15;
/** Until figures that do not move count as behind, which is one of the ways of saying that something is lost: on a slow machine more cases say so. */
const PATIENCE_MS = 20_000;
/** Most of its time a case waits. */
const LANES = 2;

const started = (dataDir: string): Promise<Service> =>
  startService(
    readConfig(
      {
        dataDir,
        port: 0,
        logLevel: 'silent',
        ballastMb: 1,
        pollSeconds: 0.2,
        sealRows: 300,
        servingMemoryMb: 256,
        buildMemoryMb: 256,
        webhookNetworks: '127.0.0.1',
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
interface Images extends Earlier {
  installed: Installed;
  closed: string;
  crashed: string;
  /** The same, with all that was written in the files and nothing in their logs. */
  crashedInFile: string;
  right: Figures;
  truth: string;
}

async function makeImages(t: TestContext, random: Random): Promise<Images> {
  const folder = temporaryFolder(t);
  const dataDir = join(folder, 'data');
  const at = (name: string): string => join(folder, name);
  const first = await started(dataDir);
  const result = initInstallation(first.base, {
    email: 'ada@shop.example',
    workspace: 'Mill',
    profile: 'Shop',
    currency: 'USD',
    timezone: 'UTC',
    domain: 'shop.example',
  });
  const installed: Installed = {
    dataDir,
    profileId: result.profile_id,
    apiKey: result.api_key,
    trackingKey: result.tracking_key,
    workspaceId: result.workspace_id,
    session: result.session_token,
  };
  const load = new Load(t, installed, random);
  const fill = async (service: Service, posts: number): Promise<void> => {
    load.address = service.address;
    await load.fill(posts);
    await settled(runningOf(service), installed);
  };
  await addFiles(first, installed);
  await fill(first, 2);
  cpSync(dataDir, at('earlier-crashed'), { recursive: true });
  await first.stop();
  cpSync(dataDir, at('earlier'), { recursive: true });
  const second = await started(dataDir);
  (await sandboxOf(second.base)).advance(1);
  letTimePass(second);
  await fill(second, 2);
  await commands.publish(second.base, {}, () => undefined);
  await commands.backup(second.base, { dest: at('backup') }, () => undefined);
  await fill(second, 1);
  const right = await figures(runningOf(second), installed);
  cpSync(dataDir, at('crashed'), { recursive: true });
  cpSync(at('crashed'), at('crashed-open'), { recursive: true });
  copyWithoutLogs(at('crashed-open'), at('crashed-in-file'));
  await second.stop();
  cpSync(dataDir, at('closed'), { recursive: true });
  return {
    installed,
    right,
    closed: at('closed'),
    crashed: at('crashed'),
    crashedInFile: at('crashed-in-file'),
    earlier: at('earlier'),
    earlierCrashed: at('earlier-crashed'),
    truth: truthOf(dataDir),
  };
}

const PICTURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Nobody listens there: deliveries wait. */
const NOBODY = 'http://127.0.0.1:9/in';

function letTimePass({ base: { clock } }: Service): void {
  assert.ok(isMovable(clock));
  clock.advance(60_000);
}

/** What a folder has beside stores and figures: a sandbox, a clock that was moved, a picture of an ad, and deliveries that wait in the ledger. */
async function addFiles(service: Service, installed: Installed): Promise<void> {
  const { base } = service;
  const { profileId } = installed;
  letTimePass(service);
  await sandboxOf(base);
  const id = randomUUID();
  const of = { profile_id: profileId, platform: 'sandbox', account_id: '1' };
  base.state
    .statement('act/connections/pictures_put')
    .run({ ...of, rows: JSON.stringify([[id, 'creative', 'http://127.0.0.1/']]) });
  await storePicture(base, profileId, id, PICTURE);
  const copied = { content_type: 'image/png' as const, sha256: hashOf(PICTURE), now: base.clock.now() };
  base.state.statement('act/connections/picture_copied').run({ picture_id: id, ...copied });
  const subscription = { url: NOBODY, event_types: ['conversion.created', 'payment.recorded'] };
  const { data } = await asOwner(runningOf(service), installed, '/webhooks/subscriptions', subscription);
  assert.equal(data.status, 'active');
}

function copyWithoutLogs(from: string, to: string): void {
  const open = ['state.sqlite', 'journal.sqlite', 'ledger.sqlite'].map((name) => new Database(join(from, name)));
  for (const db of open) db.pragma('wal_checkpoint(truncate)');
  cpSync(from, to, { recursive: true });
  for (const db of open) db.close();
}

/** Tables of what must not be lost, each row. What the service itself writes as it runs is left out. */
const PASSING =
  /^(installation|jobs|cursors|schema_version|sqlite_|kept_files|store_losses|webhook_|.*(usage|reads|readings|sessions|mails|links|summar|search))/;
/** Deliveries without an end: they must be announced under these ids, with these bytes. */
const DELIVERIES = 'select message_id, body from webhook_outbox order by message_id';

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
    return JSON.stringify([...rows, db.prepare(DELIVERIES).raw().all()]);
  } finally {
    db.close();
  }
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
      await letPass(200);
    }
  return found;
}

const bare = (body: unknown): string => JSON.stringify((body as { data: unknown }).data);
/** Figures that are there, and are not the right ones. */
const differs = (found: Figures, right: Figures): boolean =>
  Object.entries(found).some(([path, body]) => bare(body) !== bare(right[path]));

const settledSoon = (service: Running, installed: Installed): Promise<void> =>
  Promise.race([
    settled(service, installed),
    letPass(PATIENCE_MS).then(() => Promise.reject(new Error('the figures do not move'))),
  ]);

async function lookAt(service: Service, { installed, right }: Images, finding: Finding): Promise<void> {
  const status = async (): Promise<void> => {
    const isWell = await Promise.resolve()
      .then(() => commands.status(service.base, {}, () => undefined))
      .then(
        (message) => message['is_well'] === true,
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
  await settledSoon(runningOf(service), installed).catch(() => finding.words.push('behind'));
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

/** In a process of its own, which the kernel ends when memory that it shares with a file is cut off. False where nothing is to be damaged. */
async function serveApart(t: TestContext, each: Case, dataDir: string, images: Images, finding: Finding): Promise<boolean> {
  const { installed, right } = images;
  const service = await startApart(t, dataDir);
  if (!strike(each, dataDir, installed.profileId, images)) return false;
  const ask = (path: string, method = 'GET') => call(service, installed, path, method).catch(() => undefined);
  for (const path of REPORTS) {
    const answer = await ask(path);
    if (answer?.status === 200) finding.isWrong ||= bare(answer.body) !== bare(right[path]);
    else finding.words.push('refused');
  }
  await ask('/profile/recompute', 'POST');
  await settledSoon(service, installed).catch(() => finding.words.push('behind'));
  if (!service.isRunning()) finding.words.push('ended');
  else if ((await service.terminate()).code !== 0) finding.words.push('stop failed');
  return true;
}

async function serveHere(each: Case, dataDir: string, images: Images, finding: Finding): Promise<boolean> {
  const service = await started(dataDir);
  try {
    await reports(service, images.installed);
    if (!strike(each, dataDir, images.installed.profileId, images)) return false;
    await lookAt(service, images, finding);
    return true;
  } finally {
    await service.stop().catch(() => finding.words.push('stop failed'));
  }
}

function imageOf(each: Case, { closed, crashed, crashedInFile }: Images): string {
  if (each.moment !== 'after a crash') return closed;
  return isInFile(each) ? crashedInFile : crashed;
}

/** Undefined where nothing is to be damaged. */
async function tryCase(t: TestContext, each: Case, images: Images): Promise<Finding | undefined> {
  const dataDir = join(temporaryFolder(t), 'data');
  cpSync(imageOf(each, images), dataDir, { recursive: true });
  const finding: Finding = { words: [], isWrong: false, isTruthLost: false };
  const isStruck =
    each.moment !== 'while serving'
      ? strike(each, dataDir, images.installed.profileId, images)
      : each.kind.isMemory
        ? await serveApart(t, each, dataDir, images, finding)
        : await serveHere(each, dataDir, images, finding);
  if (!isStruck) return undefined;
  await startAndLook(dataDir, images, finding);
  return finding;
}

/** Most bytes of a journal are of facts: one place alone would say little. */
const timesOf = (each: Omit<Case, 'place'>): number =>
  each.kind.name === 'journal.sqlite' && each.damage === 'one byte flipped' && each.moment !== 'at rest' ? JOURNAL_BYTES : 1;

function casesOf(random: Random): Case[] {
  const all = MOMENTS.flatMap((moment) =>
    KINDS.filter(({ name }) => kindsNamed === undefined || name.includes(kindsNamed))
      .filter(({ isLeft }) => !isLeft || moment !== 'at rest')
      .flatMap((kind) =>
        DAMAGES.flatMap((damage) =>
          Array.from({ length: timesOf({ kind, damage, moment }) }, () => ({
            kind,
            damage,
            moment,
            place: random(2 ** 20) / 2 ** 20,
          })),
        ),
      ),
  );
  if (!isShort) return all;
  return Array.from({ length: all.length }, () => all.splice(random(all.length), 1)).flat();
}

const verdictOf = ({ words, isWrong, isTruthLost }: Finding): 'named' | 'wrong' | 'well' | 'identical' => {
  if (words.length > 0) return 'named';
  if (isWrong) return 'wrong';
  return isTruthLost ? 'well' : 'identical';
};

test('the damage matrix', { concurrency: LANES }, async (t) => {
  const random = seededRandom(t);
  const images = await makeImages(t, random);
  const counts = { named: 0, identical: 0, wrong: 0, well: 0 };
  const untold: string[] = [];
  const waiting = casesOf(random);
  let open = isShort ? SHORT_CASES : waiting.length;
  const work = async (): Promise<void> => {
    for (let each = waiting.shift(); each !== undefined && open > 0; each = waiting.shift()) {
      open -= 1;
      const tried = each;
      const name = `${tried.kind.name}, ${tried.damage}, ${tried.moment}, at ${tried.place.toFixed(4)}`;
      await t.test(name, async (t) => {
        const finding = await tryCase(t, tried, images);
        if (!finding) {
          // Nothing was there to be damaged: another case takes its place.
          if (isShort) open += 1;
          return;
        }
        const verdict = verdictOf(finding);
        t.diagnostic(`${name}: ${verdict} ${[...new Set(finding.words)].join(', ')}`);
        if (isUntellable(tried) && (verdict === 'wrong' || verdict === 'well')) untold.push(name);
        else counts[verdict] += 1;
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  const cases = counts.named + counts.identical + counts.wrong + counts.well + untold.length;
  const bytes = `of bytes flipped in a state.sqlite that was not closed, whose rows but decisions nothing tells, ${untold.length} with another figure`;
  tell(t, {
    name: 'every file lost or damaged',
    figure: `${cases} cases (${KINDS.length} kinds of files; deleted, truncated, one byte flipped, an older copy; at rest, after a crash, while serving): ${counts.named} named, ${counts.identical} harmless or rebuilt identically; wrong figures without a word ${counts.wrong}, all is well while something is lost ${counts.well}; ${bytes}${untold.length > 0 ? ` (${untold.join('; ')})` : ''}`,
    target: 'wrong without a word 0, well while lost 0',
    rounds: cases,
    holds: counts.wrong + counts.well === 0 && cases >= (isShort ? SHORT_CASES : kindsNamed === undefined ? 150 : 1),
  });
});
