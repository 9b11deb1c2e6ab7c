// The backups at a place: which are whole, and which are to be removed.

import { MANIFEST } from '../manifest.ts';
import type { StoredFile } from './file-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Each backup is kept for so long; then one of a day. */
const EACH_MS = 2 * DAY_MS;
const NAME = /^tributary-([0-9a-f]{8})-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

export interface KeptBackup {
  name: string;
  /** The first eight digits of the id of its installation, as several may share a place. */
  installation: string;
  /** Milliseconds since 1970. */
  madeAt: number;
  bytes: number;
  /** False while it is written, or when its writing was broken off. */
  isWhole: boolean;
  paths: string[];
}

export function backupName(installationId: string, now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '');
  return `tributary-${installationId.replaceAll('-', '').slice(0, 8)}-${time}Z`;
}

export const isBackupName = (text: string): boolean => NAME.test(text);

/** The newest first. Files of anybody else are left out. */
export function backupsIn(files: readonly StoredFile[]): KeptBackup[] {
  const folders = Map.groupBy(files, ({ path }) => path.split('/')[0] ?? '');
  const found = [...folders].flatMap(([name, inside]) => {
    const [, installation, day, h, m, s] = NAME.exec(name) ?? [];
    if (installation === undefined) return [];
    const paths = inside.map(({ path }) => path);
    const bytes = inside.reduce((sum, each) => sum + each.bytes, 0);
    return [
      {
        name,
        installation,
        madeAt: Date.parse(`${day}T${h}:${m}:${s}Z`),
        bytes,
        isWhole: paths.includes(`${name}/${MANIFEST}`),
        paths,
      },
    ];
  });
  return found.sort((a, b) => b.madeAt - a.madeAt);
}

export interface Retention {
  now: number;
  /** Days for which one backup a day is kept. */
  keepDays: number;
}

/**
 * Those that nobody needs any more, of one installation: every one of the last two days is kept, then the newest of each day (UTC) for so many days.
 * The newest whole one is kept whatever its age. What is not whole goes after two days, when nobody writes it any more.
 */
export function expiredBackups(backups: readonly KeptBackup[], { now, keepDays }: Retention): KeptBackup[] {
  const whole = backups.filter(({ isWhole }) => isWhole);
  const kept = new Set<KeptBackup>(whole.slice(0, 1));
  const days = new Set<string>();
  for (const backup of whole) {
    const day = new Date(backup.madeAt).toISOString().slice(0, 10);
    const age = now - backup.madeAt;
    if (age < EACH_MS || (age < keepDays * DAY_MS && !days.has(day))) kept.add(backup);
    days.add(day);
  }
  return backups.filter((backup) => (backup.isWhole ? !kept.has(backup) : now - backup.madeAt >= EACH_MS));
}
