// Damaged warehouse files are moved aside, not deleted: the warehouse is rebuilt, and what happened can still be checked.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const DAMAGED_KEPT = 2;

/** Renames a damaged file, named after its last write, with its log beside it; keeps the last few. */
export function moveAside(path: string): void {
  const at = statSync(path, { throwIfNoEntry: false })?.mtime.toISOString().replace(/[-:.]/g, '');
  if (at === undefined) return;
  let aside = `${path}.damaged-${at}`;
  for (let n = 2; existsSync(aside); n += 1) aside = `${path}.damaged-${at}-${n}`;
  renameSync(path, aside);
  if (existsSync(`${path}.wal`)) renameSync(`${path}.wal`, `${aside}.wal`);
  const kept = damagedCopies(path).filter((copy) => !copy.endsWith('.wal'));
  for (const old of kept.slice(0, -DAMAGED_KEPT)) for (const name of [old, `${old}.wal`]) rmSync(name, { force: true });
}

/** Damaged copies of a file, oldest first. */
export function damagedCopies(path: string): string[] {
  const folder = dirname(path);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.startsWith(`${basename(path)}.damaged-`));
  return names.sort().map((name) => join(folder, name));
}
