// Opens everything that is on a data folder, in order, and closes it in reverse. One process at a time: the lock comes first.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { Base } from './base.ts';
import type { Config } from './config/config.ts';
import { removeWorkFolders } from './files/work-folder.ts';
import { enterOpening, requireAgreement, wasOpened } from './folder/agreement.ts';
import { CLOCK_FILE, folderClock, isOfFolder } from './folder/clock.ts';
import { takeLock } from './folder/lock.ts';
import { checkFolder, ledgerFault, markClosed, markClosing, markOpen, markOpened } from './folder/marks.ts';
import { requireNobodyElse } from './folder/service-file.ts';
import { StoresDisagree } from './folder/stores-disagree.ts';
import { keepBallast, keepDiskShares } from './folder/tight-disk.ts';
import { rememberFiles } from './folder/watch.ts';
import { openArchive } from './journal/open-archive.ts';
import { type CountedJournal, counted, journalFile, openJournal } from './journal/open-journal.ts';
import type { Clock } from './kit/clock.ts';
import { createLog } from './kit/log.ts';
import { createSignals } from './kit/signals.ts';
import { keepFile } from './losses/kept-files.ts';
import { openKnownLedger, settleLedger } from './losses/ledger-file.ts';
import { recordLoss } from './losses/losses.ts';
import { shutMoved } from './move/moves.ts';
import { openShortLived } from './short-lived/open-short-lived.ts';
import { openState } from './state/open-state.ts';
import type { State } from './state/state.ts';
import { keepFolderVersion, refuseNewer } from './upgrade/folder-file.ts';
import { upgradeFolder } from './upgrade/upgrade.ts';
import type { BlankFiles } from './warehouse/blank-files.ts';
import { openClickHouse } from './warehouse/clickhouse/clickhouse.ts';
import { openWarehouse } from './warehouse/warehouse.ts';

export interface OpenBaseOptions {
  clock?: Clock;
  log?: Logger;
  /** For what may end without having asked it anything: its process takes 0.2 s of a processor. */
  warehouseStarts?: 'when asked';
  /** For those who open many data folders: new warehouse files are kept there and copied. */
  blanks?: BlankFiles;
  /** Leaves the jobs of a process that ended as they are. */
  isOnlyLooking?: boolean;
  /** Receives what an upgrade of an older folder does, line by line; by default the log does. */
  onUpgrade?: (line: string) => void;
}

type Close = () => void | Promise<void>;
const CLOSING = 'what closes the data folder';

/** Throws DataFolderLocked (with the holder's pid) when another process has the folder. */
export async function openBase(config: Config, options: OpenBaseOptions = {}): Promise<Base> {
  const closing: Close[] = [];
  try {
    const base = await openStores(config, options, closing);
    base.memo(CLOSING, () => closing);
    rememberFiles(base);
    void base.journal.giveBack().catch(() => undefined);
    return base;
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

/** Opens one store after the other; each adds to `closing` how it is closed. */
async function openStores(settings: Config, options: OpenBaseOptions, closing: Close[]): Promise<Base> {
  const dataDir = resolve(settings.dataDir);
  const config: Config = { ...settings, dataDir };
  const clock = options.clock ?? folderClock(dataDir);
  const log = options.log ?? createLog(config);
  refuseNewer(dataDir);
  const lock = takeLock(dataDir);
  closing.push(lock.release);
  await requireNobodyElse(dataDir);
  // A folder that fails to open is marked as it was found.
  let isOpened = checkFolder(dataDir);
  const fault = ledgerFault(dataDir);
  closing.push(() => {
    if (isOpened) markClosed(dataDir);
  });
  // To read the number of a store is to close it.
  markClosing(dataDir);
  const ballast = openBallast(config, log);
  closing.push(ballast.close);
  const onDiskFull = ballast.release;
  removeWorkFolders(dataDir);
  const warn = (message: string): void => log.warn(message);
  const say = options.onUpgrade ?? ((line: string): void => log.info(line));
  await upgradeFolder({ config, now: clock.now(), warn, say, ledgerFault: fault });
  markOpen(dataDir);
  const state = openState(config, clock, { onDiskFull, warn });
  closing.push(state.close);
  settleClock(state, clock);
  if (!options.isOnlyLooking) state.jobs.adopt();
  if (wasOpened(state)) requireFile(journalFile(dataDir));
  let opened: Base | undefined;
  const onLost = (): void => {
    if (opened?.state.db.open) settleLedger(opened);
  };
  const ledger = await openKnownLedger({ state, dataDir, log, fault, onLost, now: clock.now });
  closing.push(ledger.close);
  const journal = await openCheckedJournal(config, log, { state, onDiskFull, closing });
  const warehouse = await openWarehouse({
    dataDir,
    config,
    log,
    ...(options.warehouseStarts ? { starts: options.warehouseStarts } : {}),
    ...(options.blanks ? { blanks: options.blanks } : {}),
  });
  closing.push(() => warehouse.close());
  const stitchedUpTo = (profileId: string): bigint => state.cursor('stitched', profileId);
  const archive = await openArchive({ dataDir, journal, warehouse, clock, stitchedUpTo });
  const onReplaced = (what: string): void => {
    log.error(what);
    recordLoss(state, { store: 'short_lived', what }, clock.now());
  };
  const shortLived = openShortLived({ dataDir, clock, keys: state.keys, warn, onReplaced });
  closing.push(() => shortLived.close());
  keepFolderVersion(dataDir);
  isOpened = true;
  const { memo, mutex } = state;
  const clickhouse = openClickHouse(config);
  const signals = createSignals();
  opened = { config, clock, log, state, journal, ledger, shortLived, archive, warehouse, clickhouse, signals, memo, mutex };
  if (isOfFolder(clock)) keepFile(opened, CLOCK_FILE, clock.rewrite);
  return opened;
}

/** A clock that was lost goes on from where state knows it to be. */
function settleClock(state: State, clock: Clock): void {
  const fault = isOfFolder(clock) ? clock.settle(state) : undefined;
  if (fault === undefined) return;
  const what = `${CLOCK_FILE} ${fault}: it was written again from what state knows, and nothing is lost.`;
  recordLoss(state, { store: 'clock', what }, clock.now());
}

const openBallast = ({ dataDir, ballastMb }: Config, log: Logger): ReturnType<typeof keepBallast> =>
  keepBallast(dataDir, ballastMb, {
    onChange: (isHeld) => {
      if (isHeld) log.info('ballast recreated');
      else
        log.error(
          'the disk is nearly full: the ballast file was deleted so that state can still be written, and new data is refused from 96 %; free some space, `tributary status` shows what uses it',
        );
    },
  });

/** The journal, once it is known to belong to this state. */
async function openCheckedJournal(
  { dataDir, profileDiskShare }: Config,
  log: Logger,
  { state, onDiskFull, closing }: { state: State; onDiskFull: () => void; closing: Close[] },
): Promise<CountedJournal> {
  const shares = keepDiskShares(dataDir, profileDiskShare, (profileId, words) => log.error({ profile_id: profileId }, words));
  const opening = openJournal(dataDir, {
    onDiskFull,
    overShare: shares.refusalOf,
    onWorker: (_worker, diedOf) => {
      if (diedOf)
        log.error(
          { err: diedOf },
          "the journal's writer died and is started again: facts were refused with 503 meanwhile and nothing acknowledged is lost; if it recurs, check the disk and the memory of the machine",
        );
    },
  });
  const journal = counted(await opening, shares.refusals);
  closing.push(() => journal.close());
  requireAgreement(state, journal);
  shutMoved(state, journal);
  await enterOpening(state, journal);
  markOpened(dataDir);
  closing.push(() => markClosing(dataDir));
  shares.start(journal);
  closing.push(shares.close);
  return journal;
}

function requireFile(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  throw new StoresDisagree(
    `${file} is missing: put it back, or restore the last backup into an empty folder with \`tributary restore\`.`,
  );
}

/** Safe to call twice. Everything acknowledged before is on disk anyway. */
export async function closeBase(base: Base): Promise<void> {
  await closeAll(base.memo(CLOSING, (): Close[] => []).splice(0));
}

async function closeAll(closing: Close[]): Promise<void> {
  let first: unknown;
  for (const close of closing.reverse()) {
    try {
      await close();
    } catch (error) {
      first ??= error;
    }
  }
  if (first) throw first;
}
