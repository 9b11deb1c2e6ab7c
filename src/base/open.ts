// Opens everything that stands on a data folder, in order, and closes it in reverse. One process at a time: the lock comes first.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { enterOpening, requireAgreement, wasOpened } from './agreement.ts';
import { keepBallast } from './ballast.ts';
import type { Base } from './base.ts';
import type { Config } from './config/config.ts';
import { keepDiskShares } from './disk-shares.ts';
import { checkFolder, markClosed, markClosing, markOpen, markOpened } from './folder-marks.ts';
import { counted } from './journal/counted.ts';
import { openArchive } from './journal/open-archive.ts';
import { journalFile, openJournal } from './journal/open-journal.ts';
import { type Clock, systemClock } from './kit/clock.ts';
import { createLog } from './kit/log.ts';
import { createSignals } from './kit/signals.ts';
import { openLedger } from './ledger/open-ledger.ts';
import { takeLock } from './lock.ts';
import { requireNobodyElse } from './service-file.ts';
import { openState } from './state/open-state.ts';
import { StoresDisagree } from './stores-disagree.ts';
import { openWarehouse } from './warehouse/warehouse.ts';
import { rememberFiles } from './watch.ts';
import { createMemory } from './work/memo.ts';

export interface OpenBaseOptions {
  clock?: Clock;
  log?: Logger;
  /** For what may end without having asked it anything: its process takes 0.2 s of a processor. */
  warehouseStarts?: 'when asked';
  /** Leaves the jobs of a process that ended as they are. */
  isOnlyLooking?: boolean;
}

type Close = () => void | Promise<void>;
const closers = new WeakMap<Base, Close[]>();

/** Throws DataFolderLocked (with the holder's pid) when another process has the folder. */
export async function openBase(config: Config, options: OpenBaseOptions = {}): Promise<Base> {
  const dataDir = resolve(config.dataDir);
  const settled: Config = { ...config, dataDir };
  const clock = options.clock ?? systemClock;
  const log = options.log ?? createLog(config);
  const opened: Close[] = [];
  try {
    const lock = takeLock(dataDir);
    opened.push(lock.release);
    await requireNobodyElse(dataDir);
    // What fails to open was closed as it was found.
    let isKnown = checkFolder(dataDir);
    opened.push(() => {
      if (isKnown) markClosed(dataDir);
    });
    const ballast = keepBallast(dataDir, config.ballastMb, {
      onChange: (isHeld) => {
        if (isHeld) log.info('ballast recreated');
        else
          log.error(
            'the disk is nearly full: the ballast file was deleted so that state can still be written, and new data is refused from 96 %; free some space, `tributary status` shows what uses it',
          );
      },
    });
    opened.push(ballast.close);
    const onDiskFull = ballast.release;
    markOpen(dataDir);
    const isOnlyLooking = options.isOnlyLooking ?? false;
    const state = openState(settled, clock, { onDiskFull, warn: (message) => log.warn(message) });
    opened.push(state.close);
    if (!isOnlyLooking) state.jobs.adopt();
    if (wasOpened(state)) requireFile(journalFile(dataDir));
    const shares = keepDiskShares(dataDir, config.profileDiskShare, (profileId, words) =>
      log.error({ profile_id: profileId }, words),
    );
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
    opened.push(() => journal.close());
    requireAgreement(state, journal);
    await enterOpening(state, journal);
    markOpened(dataDir);
    opened.push(() => markClosing(dataDir));
    shares.start(journal);
    opened.push(shares.close);
    const warehouse = await openWarehouse({
      ...{ dataDir, config: settled, log },
      ...(options.warehouseStarts ? { starts: options.warehouseStarts } : {}),
    });
    opened.push(() => warehouse.close());
    const stitchedUpTo = (profileId: string): bigint => state.cursor('stitched', profileId);
    const archive = await openArchive({ dataDir, journal, warehouse, clock, stitchedUpTo });
    const ledger = await openLedger(dataDir, {
      onDeath: (error) =>
        log.error({ err: error }, "the ledger's writer died and is started again; its last rows may be missing"),
      onDamaged: (movedTo) =>
        log.error({ moved_to: movedTo }, 'the ledger is damaged: it was moved aside and a new one is begun'),
    });
    opened.push(ledger.close);
    const inMemory = { signals: createSignals(), ...createMemory() };
    const base: Base = { config: settled, clock, log, state, journal, ledger, archive, warehouse, ...inMemory };
    isKnown = true;
    closers.set(base, opened);
    rememberFiles(base);
    void journal.giveBack().catch(() => undefined);
    return base;
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

function requireFile(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  throw new StoresDisagree(
    `${file} is missing: put it back, or restore the last backup into an empty folder with \`tributary restore\`.`,
  );
}

/** Safe to call twice. Everything acknowledged before is on disk anyway. */
export async function closeBase(base: Base): Promise<void> {
  const opened = closers.get(base) ?? [];
  closers.delete(base);
  await closeAll(opened);
}

async function closeAll(opened: Close[]): Promise<void> {
  let first: unknown;
  for (const close of opened.reverse()) {
    try {
      await close();
    } catch (error) {
      first ??= error;
    }
  }
  if (first) throw first;
}
