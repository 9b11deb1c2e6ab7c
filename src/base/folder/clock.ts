// The clock of a data folder: the machine's time plus the days that a demo was advanced. All processes that open the folder read the same
// clock, so that time never goes backwards in it. State knows how far it is ahead: a clock that is lost goes on from there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readSummed, writeSummed } from '../files/summed-json.ts';
import { type Clock, systemClock } from '../kit/clock.ts';
import { keptVersion, noteKept } from '../losses/kept-files.ts';
import type { State } from '../state/state.ts';

export const CLOCK_FILE = 'clock.json';

const shape = z.object({ ahead_ms: z.int().nonnegative() });

/** A clock that can be moved forwards. */
export interface MovableClock extends Clock {
  advance(ms: number): void;
}

export interface FolderClock extends MovableClock {
  /** Compares the clock with state, which keeps its moves from then on; answers what was wrong with the file. @throws Error where state does not know */
  settle(state: Pick<State, 'statement'>): string | undefined;
  /** Writes the file as it is in memory; nothing for a clock that was never moved. */
  rewrite(): void;
}

export const isMovable = (clock: Clock): clock is MovableClock => 'advance' in clock;
export const isOfFolder = (clock: Clock): clock is FolderClock => 'settle' in clock;

/** How far it is ahead, or what is wrong with the file. */
function readAhead(file: string): number | string {
  if (!existsSync(file)) return 0;
  try {
    return shape.parse(readSummed(file).value).ahead_ms;
  } catch {
    return 'was damaged';
  }
}

/** Before `settle` a clock whose file is damaged is the machine's. */
export function folderClock(dataDir: string): FolderClock {
  const file = join(dataDir, CLOCK_FILE);
  const found = readAhead(file);
  let ahead = typeof found === 'number' ? found : 0;
  let settledState: Pick<State, 'statement'> | undefined;
  const note = (): void => {
    if (settledState && ahead > 0) noteKept(settledState, CLOCK_FILE, ahead, systemClock.now() + ahead);
  };
  const write = (): void => writeSummed(file, { revision: ahead, value: { ahead_ms: ahead } });
  return {
    now: () => systemClock.now() + ahead,
    machineNow: systemClock.now,
    advance: (ms) => {
      if (!(ms >= 0)) throw new RangeError('time goes forwards');
      const before = ahead;
      ahead = Math.round(ahead + ms);
      try {
        write();
      } catch (error) {
        ahead = before;
        throw error;
      }
      note();
    },
    settle: (state) => {
      const version = keptVersion(state, CLOCK_FILE);
      if (typeof found === 'string' && version === undefined)
        throw new Error(`${file} ${found}: put it back from a backup, or delete it if no demo was ever advanced here.`);
      settledState = state;
      const behind = version !== undefined && ahead < version;
      const isMissing = !existsSync(file);
      if (behind) {
        ahead = version;
        write();
      }
      note();
      if (!behind) return undefined;
      if (typeof found === 'string') return found;
      return isMissing ? 'was missing' : 'was replaced by an older copy';
    },
    rewrite: () => {
      if (ahead > 0) write();
    },
  };
}
