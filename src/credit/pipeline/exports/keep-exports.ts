// Exports of published figures by schedule, to a place of the operator: what changed since the last is written there, of each profile that is not of a healthcare
// workspace. An erasure makes an export due at once; a purged profile is removed from the place.
import { existsSync } from 'node:fs';
import { allProfiles, findReach, placeOfProfile } from '../../../account/places/index.ts';
import { listFile } from '../../../base/backup/erasure-list.ts';
import { type FileStore, PlaceFailed, type StoredFile } from '../../../base/backup/kept/file-store.ts';
import { openExportStore } from '../../../base/backup/kept/open-store.ts';
import type { Base } from '../../../base/base.ts';
import { fileHash } from '../../../base/files/durable.ts';
import { defineSchedule } from '../../../base/work/schedule.ts';
import { exportProfile } from './export-profile.ts';
import { type ExportRecord, readExportRecord, writeExportRecord } from './record.ts';

const TICK_SECONDS = 600;
const HOUR_MS = 3_600_000;
/** A tick that comes a little early makes the export all the same. */
const EARLY_MS = (TICK_SECONDS * 1000) / 2;

/** What one run did; nothing where none was due. */
export interface ExportRun {
  exported: { profile_id: string; export: number; written: number }[];
  left_out: { profile_id: string; reason: 'healthcare' }[];
  /** Profiles that are no more, and whose files were removed. */
  removed: string[];
}

const folderOf = (installationId: string, profileId: string): string => `${rootOf(installationId)}/${profileId}`;
const rootOf = (installationId: string): string => `tributary-export-${installationId.replaceAll('-', '').slice(0, 8)}`;

/** One run after the other: two at once would remove what the other writes. */
export const keepExports = (base: Base, options: { isNow?: boolean } = {}): Promise<ExportRun | undefined> =>
  base.mutex('scheduled exports', '', () => runOnce(base, options.isNow ?? false));

async function runOnce(base: Base, isNow: boolean): Promise<ExportRun | undefined> {
  const { dataDir } = base.config;
  const erasures = await erasuresOf(dataDir);
  if (!isNow && !isDue(base, readExportRecord(dataDir), erasures)) return undefined;
  const at = new Date(base.clock.now()).toISOString();
  try {
    const run = await withStore(base, (store) => exportAll(base, store));
    const written = run.exported.reduce((sum, each) => sum + each.written, 0);
    const { last } = readExportRecord(dataDir);
    const result = { at, profiles: run.exported.length, written };
    writeExportRecord(dataDir, { made: result, last, ...(erasures === undefined ? {} : { erasures }) });
    return run;
  } catch (error) {
    const record = readExportRecord(dataDir);
    const message = error instanceof Error ? error.message : String(error);
    writeExportRecord(dataDir, { ...record, failed: { at, since: record.failed?.since ?? at, message } });
    throw error;
  }
}

async function withStore<T>(base: Base, work: (store: FileStore) => Promise<T>): Promise<T> {
  const store = await openExportStore(base.config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const erasuresOf = async (dataDir: string): Promise<string | undefined> =>
  existsSync(listFile(dataDir)) ? fileHash(listFile(dataDir)) : undefined;

function isDue(base: Base, record: ExportRecord, erasures: string | undefined): boolean {
  const { made: last } = record;
  if (last === undefined || record.erasures !== erasures) return true;
  return base.clock.now() >= Date.parse(last.at) + base.config.exportHours * HOUR_MS - EARLY_MS;
}

/** A profile whose figures cannot be published does not keep the others from it. @throws PlaceFailed, with the names of the failed profiles */
async function exportAll(base: Base, store: FileStore): Promise<ExportRun> {
  const installationId = base.state.statement('base/installation_get').get()?.id ?? '';
  const listed = await store.list();
  const run: ExportRun = { exported: [], left_out: [], removed: [] };
  const faults: string[] = [];
  for (const { profileId } of allProfiles(base)) {
    if (findReach(base, profileId)?.isHealthcare) {
      run.left_out.push({ profile_id: profileId, reason: 'healthcare' });
      continue;
    }
    const place = { store, listed, installationId, folder: folderOf(installationId, profileId) };
    try {
      const record = readExportRecord(base.config.dataDir);
      const exported = await exportProfile(base, profileId, place, record.last[profileId] ?? 0);
      noteNumber(base, profileId, exported.export);
      run.exported.push({ profile_id: profileId, ...exported });
    } catch (error) {
      if (error instanceof PlaceFailed) throw error;
      base.log.error({ err: error, profile_id: profileId }, 'the figures of a profile could not be exported');
      faults.push(`${profileId}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  run.removed = await removeOthers(base, store, listed, installationId);
  if (faults.length > 0) throw new PlaceFailed(faults.join(' '));
  return run;
}

function noteNumber(base: Base, profileId: string, number: number): void {
  const record = readExportRecord(base.config.dataDir);
  writeExportRecord(base.config.dataDir, { ...record, last: { ...record.last, [profileId]: number } });
}

/** Those of profiles that were purged, and of healthcare ones. The files of an archived profile stay as they are. */
async function removeOthers(
  base: Base,
  store: FileStore,
  listed: readonly StoredFile[],
  installationId: string,
): Promise<string[]> {
  const root = `${rootOf(installationId)}/`;
  const own = listed.filter(({ path }) => path.startsWith(root)).map(({ path }) => path);
  const folders = Map.groupBy(own, (path) => path.slice(root.length).split('/')[0] ?? '');
  const removed: string[] = [];
  for (const [profileId, paths] of folders) {
    const stays = placeOfProfile(base, profileId) !== undefined && findReach(base, profileId)?.isHealthcare !== true;
    if (stays) continue;
    await store.remove(paths);
    removed.push(profileId);
  }
  return removed;
}

/** What failed is in `status` until a run succeeds; the next look tries again. */
export const scheduledExports = defineSchedule({
  kind: 'scheduled_export',
  times: { everySeconds: TICK_SECONDS },
  profiles: ({ config }) => (config.exportTarget === undefined ? [] : ['']),
  leaseSeconds: 60,
  retry: { attempts: 1 },
  failureText: 'the scheduled export ended; the next look makes it',
  run: async (base) => {
    // A look that was planned before the setting was removed.
    if (base.config.exportTarget === undefined) return undefined;
    const run = await keepExports(base).catch((error: unknown) => {
      base.log.error({ err: error }, 'the scheduled export failed; the next look tries again in ten minutes');
      return undefined;
    });
    if (run) base.log.info({ profiles: run.exported.length }, 'the figures were exported');
    return run;
  },
});
