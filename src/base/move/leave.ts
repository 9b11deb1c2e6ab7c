// A profile leaves: what is in its file, and what the file says of it.
import { rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { Base } from '../base.ts';
import { makePrivate, renameDurably } from '../files/durable.ts';
import { slicesFilesIn } from '../files/slices-files.ts';
import { withWorkFolder } from '../files/work-folder.ts';
import { journalFile } from '../journal/open-journal.ts';
import { manifestPath } from '../journal/segments.ts';
import { ledgerFile } from '../ledger/file.ts';
import { withSealThread } from '../sealing/sealed-files.ts';
import { stateFile } from '../state/open-state.ts';
import { profileFolder } from '../warehouse/layout.ts';
import { MOVE_VERSION, type MoveKey, type MoveManifest, sealingKey, signatureOf } from './move-file.ts';

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
  return [...segments.map((path) => relative(folder, path)), ...slicesFilesIn(folder)];
}

export interface MoveFile {
  file: string;
  key: MoveKey;
  forInstallation: string;
  fromInstallation: string;
}

/** Nearly all of the file; its rows of state are more or fewer. */
function bytesOf(base: Base, profileId: string): number {
  const folder = profileFolder(base.config.dataDir, profileId);
  const sizes = filesOf(base, profileId).map((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}

/** Writes the file of a profile for which nothing is accepted and all is sealed; it appears under its name when it is whole. */
export function writeMoveFile(base: Base, profileId: string, wanted: MoveFile): Promise<string> {
  return withWorkFolder(base.config.dataDir, bytesOf(base, profileId), async (folder) => {
    const clear = join(folder, 'profile.sqlite');
    const contents = await writeClear(base, profileId, clear, wanted);
    const unfinished = `${wanted.file}.unfinished`;
    rmSync(unfinished, { force: true });
    try {
      await withSealThread({ identity: wanted.key }, (thread) => thread.seal(clear, unfinished));
      renameDurably(unfinished, wanted.file);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
    return JSON.stringify(contents);
  });
}

async function writeClear(
  base: Base,
  profileId: string,
  clear: string,
  { key, forInstallation, fromInstallation }: MoveFile,
): Promise<Written['contents']> {
  makePrivate(clear);
  await base.state.synced();
  const { contents, files } = await runWorker({ ...workOf(base, profileId), files: filesOf(base, profileId), target: clear });
  const segments = base.archive.segments(profileId).map(({ firstSeq, lastSeq, sha256 }) => ({
    first_seq: String(firstSeq),
    last_seq: String(lastSeq),
    sha256,
  }));
  sign(clear, key, {
    version: MOVE_VERSION,
    schema: schemaHash(base),
    profile_id: profileId,
    from_installation: fromInstallation,
    for_installation: forInstallation,
    last_seq: String(base.journal.lastSeq(profileId)),
    segments,
    files,
    contents,
    sealed_key: base.state.keys.sealFor(profileId, sealingKey(key)).toString('base64'),
  });
  return contents;
}

function sign(file: string, key: MoveKey, manifest: MoveManifest): void {
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
