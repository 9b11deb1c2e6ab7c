// Looks at the status every few minutes and tells the operator by mail when it turns bad, when more is wrong a day later, and when all is well again. Deletes backups of
// upgrades that have been kept long enough.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findOperator, queueMail } from '../../account/people/index.ts';
import { allProfiles } from '../../account/places/index.ts';
import type { Base } from '../../base/base.ts';
import { noteDiskUse } from '../../base/files/disk-forecast.ts';
import { writeDurably } from '../../base/files/durable.ts';
import { lookAtStores } from '../../base/folder/watch.ts';
import { dropOldUpgradeBackups } from '../../base/upgrade/upgrade-backups.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { statusOf } from './status.ts';

const LOOK_SECONDS = 600;
const DAY_MS = 86_400_000;

interface Problem {
  what: string;
  next: string;
}

const shape = z.object({
  /** Problems of the last look. */
  seen: z.array(z.string()),
  /** Those that a mail told of, with its time. */
  mailed: z.array(z.object({ problem: z.string(), at: z.int() })),
});
export type WatchRecord = z.infer<typeof shape>;

/** Numbers and times of a problem change from look to look. */
const keyOf = ({ what }: Problem): string => what.replace(/\d+(?:[.:T-]\d+)*Z?/g, '#');

export interface Look {
  record: WatchRecord;
  mail: 'bad' | 'well' | undefined;
}

/**
 * What is wrong at two looks in a row is worth a mail, what is over before is none. A mail names everything that is wrong then; another one comes with a
 * problem that no mail named, at most one a day.
 */
export function nextLook({ seen, mailed }: WatchRecord, problems: readonly Problem[], now: number): Look {
  const keys = [...new Set(problems.map(keyOf))];
  if (keys.length === 0) return { record: { seen: [], mailed: [] }, mail: mailed.length > 0 ? 'well' : undefined };
  const isLasting = keys.some((key) => seen.includes(key) && !mailed.some(({ problem }) => problem === key));
  const isQuiet = mailed.every(({ at }) => now - at >= DAY_MS);
  if (!isLasting || !isQuiet) return { record: { seen: keys, mailed }, mail: undefined };
  const named = keys.map((problem) => ({ problem, at: now }));
  return { record: { seen: keys, mailed: [...mailed.filter(({ problem }) => !keys.includes(problem)), ...named] }, mail: 'bad' };
}

const recordFile = (dataDir: string): string => join(dataDir, 'status-watch.json');

function readRecord(dataDir: string): WatchRecord {
  try {
    if (existsSync(recordFile(dataDir))) return shape.parse(JSON.parse(readFileSync(recordFile(dataDir), 'utf8')));
  } catch {
    // A file that is damaged is as good as none.
  }
  return { seen: [], mailed: [] };
}

const wordsOf = (problems: readonly Problem[]): { subject: string; text: string } => ({
  subject: `Tributary is not well: ${problems[0]?.what ?? ''}`.slice(0, 120),
  text: [
    'Something is wrong with this installation of Tributary.',
    ...problems.map(({ what, next }) => `${what}\nDo this next: ${next}`),
    '`tributary status` and `tributary doctor` say more.',
  ].join('\n\n'),
});

const WELL = {
  subject: 'Tributary is well again',
  text: 'What an earlier mail named is over: `tributary status` finds nothing wrong.',
};

/** One look. Exported for tests. */
export async function watchStatus(base: Base): Promise<void> {
  const { dataDir, operatorMail } = base.config;
  const now = base.clock.now();
  noteDiskUse(dataDir, now);
  await dropOldUpgradeBackups(dataDir, now);
  const profileIds = allProfiles(base).map(({ profileId }) => profileId);
  // The daily scrub reads the stores; what it found is known.
  const { problems } = await statusOf(base, profileIds, lookAtStores);
  const { record, mail } = nextLook(readRecord(dataDir), problems, now);
  const to = operatorMail ?? findOperator(base)?.email;
  if (mail !== undefined && to !== undefined)
    base.state.tx(() => queueMail(base, { to, ...(mail === 'bad' ? wordsOf(problems) : WELL) }));
  writeDurably(recordFile(dataDir), `${JSON.stringify(record)}\n`);
}

export const statusWatch = defineSchedule({
  kind: 'status_watch',
  times: { everySeconds: LOOK_SECONDS },
  leaseSeconds: 120,
  retry: { attempts: 1 },
  failureText: 'the status could not be checked; the next check is in ten minutes',
  run: watchStatus,
});
