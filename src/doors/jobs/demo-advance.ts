// The command `demo --advance`: lets days pass in a demo. The clock of its folder moves a day, the events of that day are loaded,
// accounts are read, and recommendations are evaluated; then the next day. The next run finishes one that was interrupted.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { eventsFile } from '../../../seeds/demo/files.ts';
import { SHOP } from '../../../seeds/demo/shop.ts';
import { continueWorld, type LaterWorld } from '../../../seeds/demo/world.ts';
import type { EventLine } from '../../../seeds/demo/world-lines.ts';
import { readDemo } from '../../act/connections/index.ts';
import { analyseDemo } from '../../act/creatives/index.ts';
import { evaluateRecommendations } from '../../act/recommendations/index.ts';
import type { Base } from '../../base/base.ts';
import { isMovable } from '../../base/folder/clock.ts';
import { localDay } from '../../base/kit/time/zone-shifts.ts';
import { pauseWork } from '../../base/work/runner.ts';
import { watchProfile } from '../../report/quality/index.ts';
import { type Market, sandboxOf } from '../../sandbox/index.ts';
import { backfill } from './backfill.ts';
import { type Command, checked, type Report, type Result } from './command.ts';
import {
  type DemoDays,
  type DemoTruth,
  demoFolder,
  lastOwnDay,
  lastWholeDay,
  readDemoDays,
  readDemoIds,
  readDemoTruth,
  SANDBOX,
  WORLD,
  writeDemoDays,
} from './demo-folder.ts';
import { CommandError } from './protocol.ts';

export const MAX_ADVANCE_DAYS = 90;
const advanceArgs = z.object({ days: z.int().min(1).max(MAX_ADVANCE_DAYS) });

export interface DemoInstallation {
  profileId: string;
  workspaceId: string;
  truth: DemoTruth;
}

/** @throws CommandError where the folder is not that of a demo: time in it is real. */
export function requireDemo(dataDir: string): DemoInstallation {
  const ids = readDemoIds(dataDir);
  const truth = readDemoTruth(dataDir);
  if (!ids || !truth)
    throw new CommandError('not_a_demo', `${dataDir} is not the data folder of a demo: only in a demo can days be let pass.`);
  if (!ids.is_loaded)
    throw new CommandError('conflict', 'The demo is not loaded yet; `tributary demo` loads it. Then days can be let pass.');
  return { profileId: ids.profile_id, workspaceId: ids.workspace_id, truth };
}

const dayPlus = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** One at a time in a folder: two would let their days pass one after the other. */
const underWay = (base: Base): { isRunning: boolean } => base.memo('demo advance', () => ({ isRunning: false }));

export const demoAdvance: Command = async (base, args, report) => {
  const { days } = checked(advanceArgs, args);
  const demo = requireDemo(base.config.dataDir);
  const result = await alone(base, () => advanceBy(base, demo, { days, report }));
  if (!result) throw new CommandError('conflict', 'Days are passing in this demo already; wait until that has ended.');
  return result;
};

/** Loads what has happened in the world since, as senders of a real shop would; a demo without events looks broken. */
export async function catchUpDemo(base: Base): Promise<void> {
  const demo = requireDemo(base.config.dataDir);
  await alone(base, () => pauseWork(base, () => passDays(base, demo, { until: today(base), report: () => undefined })));
}

/** Undefined where other work of this kind runs. */
async function alone<T>(base: Base, work: () => Promise<T>): Promise<T | undefined> {
  const own = underWay(base);
  if (own.isRunning) return undefined;
  own.isRunning = true;
  try {
    return await work();
  } finally {
    own.isRunning = false;
  }
}

async function advanceBy(
  base: Base,
  demo: DemoInstallation,
  { days, report }: { days: number; report: Report },
): Promise<Result> {
  const { dataDir } = base.config;
  const began = today(base);
  const before = readDemoDays(dataDir, demo.truth);
  const until = before.until ?? dayPlus(began, days);
  writeDemoDays(dataDir, { ...before, until });
  const after = await pauseWork(base, () => passDays(base, demo, { until, report }));
  writeDemoDays(dataDir, { loaded_until: after.loaded_until, events: after.events });
  return {
    profile_id: demo.profileId,
    from_day: began,
    today: today(base),
    last_day: lastWholeDay(after),
    events: after.events - before.events,
    is_resumed: before.until !== undefined,
  };
}

interface Later {
  world: LaterWorld;
  lastMade: string;
  /** Created, and not loaded yet. */
  coming: EventLine[];
}

/**
 * The days after the world's own, kept from one run to the next: the world is made once in a process (0.4 s on the main thread and 18 MB,
 * 6 ms for each later day). A run that fails drops it.
 */
const keptLater = (base: Base): { later?: Later | undefined } => base.memo('demo later days', () => ({}));

function laterDays(base: Base, { truth }: DemoInstallation, market: Market): Later {
  const kept = keptLater(base);
  const lastDay = lastOwnDay(truth.first_day);
  const later = kept.later ?? { world: continueWorld({ ...WORLD, lastDay, market }), lastMade: lastDay, coming: [] };
  kept.later = undefined;
  return later;
}

const today = (base: Base): string => localDay(base.clock.now(), SHOP.timezone);

/** Loads what has happened in the world up to now, then lets a day pass, until the day has come. */
async function passDays(
  base: Base,
  demo: DemoInstallation,
  { until, report }: { until: string; report: Report },
): Promise<DemoDays> {
  const sandbox = await sandboxOf(base);
  const market = (): Market => sandbox.market(demo.workspaceId, SANDBOX);
  const later = laterDays(base, demo, market());
  const total = Temporal.PlainDate.from(today(base)).until(until).days;
  for (let passed = 0; ; passed++) {
    // After a start, days of earlier runs are made again, as those after them follow from them. A day is made with the ads as they are at its beginning.
    while (later.lastMade < today(base)) {
      const next = later.world.next(market());
      later.lastMade = next.day;
      later.coming.push(...next.events);
    }
    report({ phase: 'days', done: passed, total, unit: 'days', note: today(base) });
    const days = await loadUntilNow(base, demo, later.coming);
    later.coming = later.coming.filter(({ occurred_at }) => Date.parse(occurred_at) > days.loaded_until);
    if (today(base) >= until) {
      keptLater(base).later = later;
      return days;
    }
    passDay(base);
  }
}

/** The same time of the next day. */
function passDay({ clock }: Base): void {
  if (!isMovable(clock)) throw new Error('the clock of the demo cannot be moved');
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO(SHOP.timezone);
  clock.advance(now.add({ days: 1 }).epochMilliseconds - now.epochMilliseconds);
}

/** Loaded again after an interruption, an event is there once. */
async function loadUntilNow(base: Base, { profileId, truth }: DemoInstallation, coming: readonly EventLine[]): Promise<DemoDays> {
  const { dataDir } = base.config;
  const days = readDemoDays(dataDir, truth);
  const now = base.clock.now();
  const due = coming.filter(({ occurred_at }) => {
    const at = Date.parse(occurred_at);
    return at > days.loaded_until && at <= now;
  });
  await readDemo(base, profileId);
  if (due.length > 0) await loadEvents(base, profileId, eventsFile(join(demoFolder(dataDir), 'coming'), 'events', due));
  await watchProfile(base, profileId);
  await analyseDemo(base, profileId);
  await evaluateRecommendations(base, profileId);
  const loaded = { ...days, loaded_until: now, events: days.events + due.length };
  writeDemoDays(dataDir, loaded);
  return loaded;
}

async function loadEvents(base: Base, profileId: string, file: string): Promise<void> {
  const filled = await backfill(base, { kind: 'events', file, profile_id: profileId, wait: true }, () => undefined);
  if (Number(filled['rejected']) > 0)
    throw new Error(`The world's events were not all accepted: ${JSON.stringify(filled['errors'])}`);
  rmSync(file);
}
