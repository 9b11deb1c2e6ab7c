// When the disk of the data folder will be full, if it goes on filling as in the last days.
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DISK_FULL } from './disk.ts';
import { writeDurably } from './durable.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEPT_MS = 7 * DAY_MS;
/** Less than a day shows the hours of it, and no pace. */
const LEAST_MS = DAY_MS;

const shape = z.array(z.object({ at: z.int(), bytes: z.int().nonnegative() }));
export type DiskUse = z.infer<typeof shape>[number];

const useFile = (dataDir: string): string => join(dataDir, 'disk-use.json');

function usesIn(dataDir: string): DiskUse[] {
  if (!existsSync(useFile(dataDir))) return [];
  try {
    return shape.parse(JSON.parse(readFileSync(useFile(dataDir), 'utf8')));
  } catch {
    return [];
  }
}

/** Notes the used bytes of the disk, once an hour, for a week. */
export function noteDiskUse(dataDir: string, now: number): void {
  const kept = usesIn(dataDir).filter(({ at }) => at > now - KEPT_MS && at <= now);
  const last = kept.at(-1);
  if (last !== undefined && now - last.at < HOUR_MS) return;
  const { blocks, bfree, bsize } = statfsSync(dataDir);
  writeDurably(useFile(dataDir), `${JSON.stringify([...kept, { at: now, bytes: (blocks - bfree) * bsize }])}\n`);
}

/** Days until so many bytes are used, at the pace of the straight line nearest to what was noted; null where it does not fill, or too little is known. */
export function daysUntil(capacity: number, uses: readonly DiskUse[]): number | null {
  const [first, last] = [uses[0], uses.at(-1)];
  if (!first || !last || last.at - first.at < LEAST_MS) return null;
  const days = uses.map(({ at }) => (at - first.at) / DAY_MS);
  const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [meanDay, meanBytes] = [mean(days), mean(uses.map(({ bytes }) => bytes))];
  const spread = mean(days.map((day) => (day - meanDay) ** 2));
  const pace = mean(uses.map(({ bytes }, i) => ((days[i] ?? 0) - meanDay) * (bytes - meanBytes))) / spread;
  if (pace <= 0) return null;
  return Math.max(0, (capacity - last.bytes) / pace);
}

/** Days until nothing more is accepted; null where the disk does not fill. */
export function daysUntilFull(dataDir: string): number | null {
  const { blocks, bfree, bavail, bsize } = statfsSync(dataDir);
  const days = daysUntil(DISK_FULL * (blocks - bfree + bavail) * bsize, usesIn(dataDir));
  return days === null ? null : Math.round(days * 10) / 10;
}
