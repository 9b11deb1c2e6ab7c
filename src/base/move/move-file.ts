// The file in which a profile moves: sealed, and inside an SQLite database with its rows of state, its outcome keys, its segments and files, and a
// manifest of digests that the key of the file authenticates. The release alone returns that key, which seals the profile's own key in it too.
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { canonicalJson } from '../kit/canonical.ts';
import { withSealThread } from '../sealing/sealed-files.ts';
import { open, parseIdentity, SealBroken } from '../sealing/sealing.ts';

export const MOVE_VERSION = 3;
/** Bytes of a file that are in one row. */
export const PART_BYTES = 4 * 1024 * 1024;

const manifestShape = z.object({
  version: z.literal(MOVE_VERSION),
  schema: z.string(),
  profile_id: z.uuid(),
  from_installation: z.string(),
  for_installation: z.string(),
  last_seq: z.string().regex(/^\d{1,13}$/),
  segments: z.array(z.object({ first_seq: z.string(), last_seq: z.string(), sha256: z.string() })),
  files: z.array(
    z.object({
      path: z.string().regex(/^(?:archive\/\d{4}-\d{2}|pictures|messages)\/\w[\w.-]*$/),
      bytes: z.int(),
      sha256: z.string(),
    }),
  ),
  /** Rows and digest of each table of the file. */
  contents: z.record(z.string(), z.string()),
  /** Base64: the profile's key, sealed with the key of the file. */
  sealed_key: z.string(),
});
export type MoveManifest = z.infer<typeof manifestShape>;

/** The move cannot be done as asked; the message says what to do. */
export class MoveRefused extends Error {}

/** The key of a file is that of its seal, as text. */
export type MoveKey = string;
const part = (key: MoveKey, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', `tributary:move-${purpose}`, 32));

/** The key that seals the profile's key in a file. */
export const sealingKey = (key: MoveKey): KeyObject => createSecretKey(part(key, 'seal'));

/** The manifest's part that the key file confirms. */
export const signatureOf = (key: MoveKey, manifest: MoveManifest): Buffer =>
  createHmac('sha256', part(key, 'manifest')).update(canonicalJson(manifest)).digest();

export function parseMoveKey(text: string): MoveKey {
  const key = parseIdentity(text);
  if (key === undefined) throw new MoveRefused('The key file does not contain the key of a move.');
  return key;
}

/** Writes what is in a sealed file into `to`. */
export async function unsealMove(file: string, key: MoveKey, to: string): Promise<void> {
  if (!existsSync(file)) throw new MoveRefused(`There is no file ${file}.`);
  try {
    await withSealThread({ identity: key }, (thread) => thread.open(file, to));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    if (error.reason === 'clear') throw ofAnotherVersion(file);
    if (error.reason === 'key') throw new MoveRefused(`The key does not open ${file}: take the key that the release wrote.`);
    throw new MoveRefused(`The file is damaged: ${file} was cut off or changed after it was written.`);
  }
}

/** True for a sealed file that this key opens; reads its head alone. */
export async function isSealedFor(file: string, key: MoveKey): Promise<boolean> {
  const stream = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  try {
    await (await open(stream, { identity: key })).cancel();
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}

/** The manifest of a file that was opened, whose signature the key confirms. `file` is its name in messages. */
export function readMoveFile(opened: string, file: string, key: MoveKey): { db: Database.Database; manifest: MoveManifest } {
  const db = new Database(opened, { readonly: true, fileMustExist: true });
  try {
    return { db, manifest: readManifest(db, file, key) };
  } catch (error) {
    db.close();
    throw error;
  }
}

const ofAnotherVersion = (file: string): MoveRefused =>
  new MoveRefused(
    `${file} is no file of a moved profile, or of another version: move the profile between installations of one version.`,
  );

function readManifest(db: Database.Database, file: string, key: MoveKey): MoveManifest {
  let row: { manifest: string; signature: Buffer } | undefined;
  try {
    row = db.prepare<[], { manifest: string; signature: Buffer }>('select manifest, signature from move_manifest').get();
  } catch {
    throw ofAnotherVersion(file);
  }
  let text: unknown;
  try {
    text = JSON.parse(row?.manifest ?? '');
  } catch {
    throw ofAnotherVersion(file);
  }
  const parsed = manifestShape.safeParse(text);
  if (!row || !parsed.success) throw ofAnotherVersion(file);
  const signature = signatureOf(key, parsed.data);
  if (row.signature.length !== signature.length || !timingSafeEqual(row.signature, signature))
    throw new MoveRefused(`The key does not open ${file}, or the file was changed: take the key that the release wrote.`);
  return parsed.data;
}
