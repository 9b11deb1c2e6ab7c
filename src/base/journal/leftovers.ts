// What an interrupted seal, load or rewriting leaves on the disk, and how it is removed or finished.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { renameDurably } from '../files/durable.ts';
import { archiveFolder } from './archive.ts';
import type { Journal } from './journal.ts';
import { archivedFiles, manifestPath } from './segments.ts';

/** A manifest that waits for its file's renaming. */
const NEXT_MANIFEST = '.json.next';
/** Beside a segment that was written without the journal, until the journal counts its facts. */
const LOADING = '.loading';

export const loadingMark = (segmentPath: string): string => `${segmentPath}${LOADING}`;

export function cleanLanding(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (/^(?:(?:seal|rewrite)-\d+\.ndjson|load-.+)$/.test(name)) rmSync(join(folder, name), { recursive: true });
}

/** Its file has its new name already, or is still the old one: the manifest follows it. */
export function finishRewriting(folder: string): void {
  for (const next of archivedFiles(folder).filter((file) => file.endsWith(NEXT_MANIFEST))) {
    const manifest = next.slice(0, -'.next'.length);
    if (existsSync(`${manifest.replace(/\.json$/, '.parquet')}.tmp`)) rmSync(next);
    else renameDurably(next, manifest);
  }
}

/** A segment without its manifest does not count: its facts are in the journal still. If they are not, it is evidence and stays. */
export function cleanUnfinished(folder: string, firstKept: bigint): void {
  for (const file of archivedFiles(folder)) {
    if (file.endsWith('.tmp')) rmSync(file);
    const firstSeq = /(\d+)-\d+\.parquet$/.exec(file)?.[1];
    if (firstSeq && BigInt(firstSeq) >= firstKept && !existsSync(manifestPath(file))) rmSync(file);
  }
}

/** A segment whose facts the journal does not count was never acknowledged; one that it counts has lost its mark alone. */
export function finishLoads(folder: string, lastSeq: bigint): void {
  for (const mark of archivedFiles(folder).filter((file) => file.endsWith(LOADING))) {
    const segment = mark.slice(0, -LOADING.length);
    const last = BigInt(/-(\d+)\.parquet$/.exec(segment)?.[1] ?? 0);
    if (last > lastSeq) for (const file of [manifestPath(segment), segment, `${segment}.tmp`]) rmSync(file, { force: true });
    rmSync(mark, { force: true });
  }
}

/** A first load may have left a folder of a profile that the journal does not know. */
export function finishAllLoads({ dataDir, journal }: { dataDir: string; journal: Pick<Journal, 'lastSeq'> }): void {
  const profiles = join(dataDir, 'profiles');
  for (const profileId of existsSync(profiles) ? readdirSync(profiles) : []) {
    const [folder, lastSeq] = [archiveFolder(dataDir, profileId), journal.lastSeq(profileId)];
    finishLoads(folder, lastSeq);
    for (const file of lastSeq === 0n ? archivedFiles(folder) : []) if (file.endsWith('.tmp')) rmSync(file);
  }
}
