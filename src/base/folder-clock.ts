// The clock of a data folder: the machine's time plus the days that a demo was advanced. All processes that open the folder read the same
// clock, so that time never goes backwards in it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from './files/durable.ts';
import { type Clock, systemClock } from './kit/clock.ts';
import { readJson } from './kit/stored-json.ts';

export const CLOCK_FILE = 'clock.json';

const shape = z.object({ ahead_ms: z.int().nonnegative() });

/** A clock that can be moved forwards. */
export interface MovableClock extends Clock {
  advance(ms: number): void;
}

export const isMovable = (clock: Clock): clock is MovableClock => 'advance' in clock;

/** @throws Error where the folder's clock cannot be read: the machine's own might go backwards. */
export function folderClock(dataDir: string): MovableClock {
  const file = join(dataDir, CLOCK_FILE);
  let ahead = existsSync(file) ? readJson(CLOCK_FILE, shape, readFileSync(file, 'utf8')).ahead_ms : 0;
  return {
    now: () => systemClock.now() + ahead,
    advance: (ms) => {
      if (!(ms >= 0)) throw new RangeError('time goes forwards');
      const next = Math.round(ahead + ms);
      writeDurably(file, `${JSON.stringify({ ahead_ms: next })}\n`);
      ahead = next;
    },
  };
}
