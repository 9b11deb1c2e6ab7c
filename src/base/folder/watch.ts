// Lost, damaged or replaced files of an open data folder: found by any check of names and sizes, by reading at `status`, and by
// a scrub that reads the whole archive once a day at a bounded rate.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Base, ReadBase } from '../base.ts';
import { hooksOf } from '../contract/hooks.ts';
import { DISK_FULL, usedShare } from '../files/disk.ts';
import type { Damage } from '../journal/archive.ts';
import { journalFile } from '../journal/open-journal.ts';
import { nameOf } from '../journal/row-sums.ts';
import { type Poller, startPoller } from '../kit/poller.ts';
import { ledgerFile, removeAsides } from '../ledger/file.ts';
import type { FileLook } from '../losses/file-hooks.ts';
import { lookAtLedger, renewLedger } from '../losses/ledger-file.ts';
import { lossProblems } from '../losses/losses.ts';
import type { StoreProblem } from '../losses/store-problem.ts';
import { masterKeyFile, parseMasterKey, readNextKey } from '../state/master-key.ts';
import { stateFile } from '../state/open-state.ts';
import { lastBackup } from '../usage.ts';
import type { FileToCheck, Verdict } from './check-worker.ts';
import { StoresDisagree } from './stores-disagree.ts';

/** The pace of the scrub: a disk of today reads twenty times as fast. */
const SCRUB_BYTES_PER_SECOND = 16 * 1024 * 1024;
const SCRUB_EVERY_MS = 86_400_000;
const LOOK_EVERY_SECONDS = 60;
/** Larger databases are read by the scrub alone. */
const MAX_CHECKED_BYTES = 1024 ** 3;
const MAX_NAMED = 3;

/** By profile: its figures are ahead of state or the journal. */
const ahead = (base: ReadBase): Map<string, StoreProblem> => base.memo('figures ahead', () => new Map<string, StoreProblem>());
/** By file: the result of its last reading. */
const damagedPages = (base: Base): Map<string, StoreProblem> => base.memo('damaged pages', () => new Map<string, StoreProblem>());
const inodes = (base: Base): Map<string, bigint> => base.memo('inodes of stores', () => new Map<string, bigint>());
/** The result of the last check. */
const found = (base: Base): { problems: StoreProblem[] } => base.memo('problems of stores', () => ({ problems: [] }));

const inodeOf = (file: string): bigint | undefined => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;

/** Which files are open: one that takes the place of another later is not the one that is written to. */
export function rememberFiles(base: Base): void {
  const files = [stateFile(base.config.dataDir), journalFile(base.config.dataDir)];
  for (const file of files) inodes(base).set(file, inodeOf(file) ?? 0n);
}

/** Throws StoresDisagree when a profile's figures know more than state and the journal do: both were put back from an earlier time. */
export function requireNotAhead(base: ReadBase, profileId: string, reached: { landedSeq: bigint; landedDecision: bigint }): void {
  const lastSeq = base.journal.lastSeq(profileId);
  const lastDecision = base.state.lastDecision(profileId);
  if (reached.landedSeq <= lastSeq && reached.landedDecision <= lastDecision) return;
  const store = reached.landedSeq > lastSeq ? 'journal' : 'state';
  const what = `The figures of profile ${profileId} know facts up to ${reached.landedSeq} and decisions up to ${reached.landedDecision}, the journal ends at ${lastSeq} and state at ${lastDecision}: the ${store} is older than the figures.`;
  ahead(base).set(profileId, { store, what, next: wholeFolder(base), isLoss: true });
  throw new StoresDisagree(what);
}

const aheadProblems = (base: Base): StoreProblem[] => [...ahead(base).values()];

/** From the last check; checks nothing itself. */
const knownProblems = (base: Base): StoreProblem[] => found(base).problems;

/** Looks at the names and sizes of files. */
export function lookAtStores(base: Base): StoreProblem[] {
  const profiles = base.journal.profiles();
  const problems = [
    ...fileProblems(base),
    ...keyProblems(base),
    ...writeProblems(base),
    ...aheadProblems(base),
    ...pageProblems(base),
    ...rowProblems(base),
    ...lookAtLedger(base),
    ...lossProblems(base, fromBackup(base)),
    ...profiles.flatMap(({ profileId }) => archiveProblems(base, profileId, base.archive.damages(profileId))),
  ];
  return remember(base, problems);
}

/** The same, and reads both databases and the segments whose present version was not read before. */
export async function inspectStores(base: Base): Promise<StoreProblem[]> {
  await tryWriting(base);
  const problems = [...fileProblems(base), ...keyProblems(base), ...writeProblems(base), ...aheadProblems(base)];
  if (!problems.some(({ isLoss }) => isLoss)) await readDatabases(base);
  await lookAtFiles(base, { depth: 'bytes' });
  problems.push(...pageProblems(base), ...rowProblems(base), ...lookAtLedger(base), ...lossProblems(base, fromBackup(base)));
  for (const { profileId } of base.journal.profiles())
    problems.push(...archiveProblems(base, profileId, await base.archive.inspect(profileId)));
  return remember(base, problems);
}

/** Files of slices: what they find is in their `problems`. */
async function lookAtFiles(base: Base, look: FileLook): Promise<void> {
  for (const { files } of hooksOf(base)) await files?.lookAt(base, look);
}

/** Refusals are cleared once the journal can be written again, even without a new fact. */
const tryWriting = (base: Base): Promise<void> => base.journal.probe().catch(() => undefined);

function remember(base: Base, problems: StoreProblem[]): StoreProblem[] {
  const texts = new Set(knownProblems(base).map(({ what }) => what));
  for (const { store, what, next } of problems) if (!texts.has(what)) base.log.error({ store, next }, what);
  found(base).problems = problems;
  return problems;
}

const fromBackup = (base: ReadBase): string => {
  const last = lastBackup(base.config.dataDir);
  return last ? `the backup ${last.path}` : 'a backup';
};

const wholeFolder = (base: ReadBase): string =>
  `Stop the service, and restore ${fromBackup(base)} into an empty folder with \`tributary restore\`.`;

/** Facts of one profile or of all. */
export const isRefusing = (base: Base): boolean => writeProblems(base).length > 0;

function fileProblems(base: Base): StoreProblem[] {
  const problems: StoreProblem[] = [];
  for (const [file, inode] of inodes(base)) {
    const store = file === stateFile(base.config.dataDir) ? 'state' : 'journal';
    const now = inodeOf(file);
    if (now === inode && statSync(file).size > 0) continue;
    const happened = now === undefined ? 'is gone' : now === inode ? 'was emptied' : 'was replaced by another file';
    problems.push({
      store,
      what: `${file} ${happened} while it is in use: what is written from here on is not kept.`,
      next: wholeFolder(base),
      isLoss: true,
    });
  }
  return problems;
}

function keyProblems(base: Base): StoreProblem[] {
  if (base.config.masterKey !== undefined) return [];
  const { dataDir } = base.config;
  const file = masterKeyFile(dataDir);
  const expected = String(base.state.statement('base/master_key_list').all()[0]?.key_id);
  const reason = reasonOf(() => {
    const isThere = existsSync(file) && parseMasterKey(readFileSync(file, 'utf8'), file).keyId === expected;
    return isThere || readNextKey(dataDir)?.keyId === expected ? undefined : 'is missing or another';
  });
  if (reason === undefined) return [];
  return [
    {
      store: 'master_key',
      what: `The master key ${file} ${reason}: the service cannot be started again without the key ${expected}.`,
      next: `Put the key ${expected} back at ${file}, from where you keep it apart from backups. If it is lost, do not stop the service: \`tributary backup FOLDER --with-key\` makes a backup that a pass phrase opens, and what is restored from it has the key.`,
      isLoss: false,
    },
  ];
}

function reasonOf(look: () => string | undefined): string | undefined {
  try {
    return look();
  } catch {
    return 'cannot be read';
  }
}

function writeProblems(base: Base): StoreProblem[] {
  const { first, overShare } = base.journal.refused;
  const room = 'Free some space on the disk of the data folder, or enlarge it.';
  const problems: StoreProblem[] = overShare.map((words) => ({
    store: 'journal',
    what: `Facts of one profile are refused: ${words}`,
    next: room,
    isLoss: false,
    isOfOneProfile: true,
  }));
  if (usedShare(base.config.dataDir) >= DISK_FULL)
    problems.unshift({
      store: 'journal',
      what: 'Facts are refused (disk_full): the disk of the data folder is nearly full, and what is sent is not stored.',
      next: room,
      isLoss: false,
    });
  else if (first)
    problems.unshift({
      store: 'journal',
      what: `Facts are refused since ${first.since} (${first.reason}: ${first.message}): what is sent is not stored.`,
      next:
        first.reason === 'disk_full' ? room : "Search the service's log for the journal, and check the disk of the data folder.",
      isLoss: false,
    });
  return problems;
}

/** Reads both, unless they are larger; what it finds is known from then on. */
async function readDatabases(base: Base, most = MAX_CHECKED_BYTES): Promise<void> {
  const damaged = damagedPages(base);
  const { dataDir } = base.config;
  const files: FileToCheck[] = [
    { file: stateFile(dataDir), store: 'state' },
    { file: journalFile(dataDir), store: 'journal' },
    { file: ledgerFile(dataDir), store: 'ledger' },
  ];
  const read = files.filter(({ file }) => (statSync(file, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY) <= most);
  const { id } = base.ledger.identity;
  const verdicts = await verdictsOn(read);
  for (const [i, { file, store }] of read.entries()) {
    const { pages, rows } = verdicts[i] as Verdict;
    base.journal.noteDamages(rows);
    if (pages === 'ok') damaged.delete(file);
    else if (store !== 'ledger')
      damaged.set(file, { store, what: `${file} is damaged (${pages}).`, next: wholeFolder(base), isLoss: true });
    // It was replaced while it was read.
    else if (base.ledger.identity.id === id) renewLedger(base, `was damaged (${pages})`);
  }
}

const pageProblems = (base: Base): StoreProblem[] => [...damagedPages(base).values()];

/** Rows of the journal, once they have been read. */
function rowProblems(base: Base): StoreProblem[] {
  const damages = base.journal.damages();
  if (damages.length === 0) return [];
  const named = damages.slice(0, MAX_NAMED).map(nameOf).join('; ');
  const more = damages.length > MAX_NAMED ? ` and ${damages.length - MAX_NAMED} more` : '';
  return [
    {
      store: 'journal',
      what: `The journal is damaged (${named}${more}): figures do not change, and nothing is recomputed or sealed.`,
      next: wholeFolder(base),
      isLoss: true,
    },
  ];
}

/** In the order of the files, by one thread. */
function verdictsOn(files: readonly FileToCheck[]): Promise<Verdict[]> {
  return new Promise((done, failed) => {
    const worker = new Worker(new URL('./check-worker.ts', import.meta.url), {
      workerData: files,
      trackUnmanagedFds: false,
    });
    worker.once('message', done);
    worker.once('error', failed);
  });
}

function archiveProblems(base: Base, profileId: string, damages: Damage[]): StoreProblem[] {
  if (damages.length === 0) return [];
  const { dataDir } = base.config;
  const named = damages.slice(0, MAX_NAMED).map(({ path, reason }) => `${relative(dataDir, path)}: ${reason}`);
  const more = damages.length > MAX_NAMED ? ` and ${damages.length - MAX_NAMED} more` : '';
  const [first] = damages;
  return [
    {
      store: 'archive',
      what: `The archive of profile ${profileId} is damaged (${named.join('; ')}${more}): its figures do not change, and nothing is recomputed or sealed.`,
      next: `Copy ${relative(dataDir, first?.path ?? '')} from ${fromBackup(base)} to the same place under ${dataDir}, each Parquet file with its .json.`,
      isLoss: true,
    },
  ];
}

/** Nothing cleans a ledger that was moved aside. */
const ASIDE_MS = 30 * SCRUB_EVERY_MS;

/** Looks every minute, and reads the whole archive once a day. */
export function startWatch(base: Base): Poller {
  let isStopped = false;
  let scrubbedAt = Number.NEGATIVE_INFINITY;
  const looks = startPoller(base, {
    everySeconds: LOOK_EVERY_SECONDS,
    look: async () => {
      await tryWriting(base);
      await lookAtFiles(base, { depth: 'names' });
      lookAtStores(base);
    },
    failure: 'the files of the data folder could not be checked; the service retries automatically',
  });
  const scrubs = startPoller(base, {
    everySeconds: LOOK_EVERY_SECONDS,
    look: async () => {
      if (performance.now() - scrubbedAt < SCRUB_EVERY_MS) return;
      scrubbedAt = performance.now();
      for (const { profileId } of base.journal.profiles())
        await base.archive.scrub(profileId, SCRUB_BYTES_PER_SECOND, () => isStopped);
      await lookAtFiles(base, { depth: 'bytes', bytesPerSecond: SCRUB_BYTES_PER_SECOND, isStopped: () => isStopped });
      if (isStopped) return;
      removeAsides(base.config.dataDir, Date.now() - ASIDE_MS);
      await readDatabases(base, Number.POSITIVE_INFINITY);
      lookAtStores(base);
    },
    failure: 'the archive could not be read through; the next day tries again',
  });
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all([looks.stop(), scrubs.stop()]);
    },
  };
}
