// A profile leaves: what is in its file, and what the file says of it.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Base } from '../base.ts';
import { makePrivate, syncToDisk } from '../files/durable.ts';
import { journalFile } from '../journal/open-journal.ts';
import { manifestPath } from '../journal/segments.ts';
import { ledgerFile } from '../ledger/file.ts';
import { stateFile } from '../state/open-state.ts';
import { profileFolder } from '../warehouse/layout.ts';
import { MOVE_VERSION, type MoveManifest, sealingKey, signatureOf } from './move-file.ts';

export interface MoveWork {
  profileId: string;
  state: string;
  journal: string;
  ledger: string;
  /** The profile's folder. */
  folder: string;
  /** Paths in the folder. */
  files: string[];
  /** The file to be written; undefined where only digests are requested. */
  target?: string;
}

export interface Written {
  contents: Record<string, string>;
  files: MoveManifest['files'];
}

function runWorker(work: MoveWork): Promise<Written> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./move-worker.ts', import.meta.url), { workerData: work });
    let written: Written | undefined;
    worker.once('message', (message: Written) => {
      written = message;
    });
    worker.once('error', reject);
    worker.once('exit', (code) => (written ? resolve(written) : reject(new Error(`writing the file ended with code ${code}`))));
  });
}

const workOf = ({ config: { dataDir } }: Base, profileId: string): MoveWork => ({
  profileId,
  state: stateFile(dataDir),
  journal: journalFile(dataDir),
  ledger: ledgerFile(dataDir),
  folder: profileFolder(dataDir, profileId),
  files: [],
});

/** Digests of what the file of a profile would contain now. */
export async function contentsNow(base: Base, profileId: string): Promise<string> {
  await base.state.synced();
  return JSON.stringify((await runWorker(workOf(base, profileId))).contents);
}

function filesOf(base: Base, profileId: string): string[] {
  const folder = profileFolder(base.config.dataDir, profileId);
  const segments = base.archive.segments(profileId).flatMap(({ path }) => [path, manifestPath(path)]);
  const pictures = existsSync(join(folder, 'pictures')) ? readdirSync(join(folder, 'pictures')) : [];
  return [
    ...segments.map((path) => relative(folder, path)),
    ...pictures.filter((name) => !name.endsWith('.tmp')).map((name) => join('pictures', name)),
  ];
}

/** Writes the file of a profile for which nothing is accepted and all is sealed; it appears under its name when it is whole. */
export async function writeMoveFile(
  base: Base,
  profileId: string,
  {
    file,
    key,
    forInstallation,
    fromInstallation,
  }: { file: string; key: Buffer; forInstallation: string; fromInstallation: string },
): Promise<string> {
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    makePrivate(unfinished);
    await base.state.synced();
    const { contents, files } = await runWorker({
      ...workOf(base, profileId),
      files: filesOf(base, profileId),
      target: unfinished,
    });
    const segments = base.archive.segments(profileId).map(({ firstSeq, lastSeq, sha256 }) => ({
      ...{ first_seq: String(firstSeq), last_seq: String(lastSeq), sha256 },
    }));
    sign(unfinished, key, {
      ...{ version: MOVE_VERSION, schema: schemaHash(base), profile_id: profileId },
      ...{ from_installation: fromInstallation, for_installation: forInstallation },
      last_seq: String(base.journal.lastSeq(profileId)),
      ...{ segments, files, contents },
      sealed_key: base.state.keys.sealFor(profileId, sealingKey(key)).toString('base64'),
    });
    syncToDisk(unfinished);
    renameSync(unfinished, file);
    syncToDisk(dirname(file));
    return JSON.stringify(contents);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function sign(file: string, key: Buffer, manifest: MoveManifest): void {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = off');
    db.prepare('insert into move_manifest (manifest, signature) values (?, ?)').run(
      JSON.stringify(manifest),
      signatureOf(key, manifest),
    );
  } finally {
    db.close();
  }
}

/** Which schema of state the rows are of. */
export const schemaHash = (base: Base): string => String(base.state.statement('base/schema_hash_get').get()?.hash);
