// The file in which a profile moves: an SQLite database with its rows of state, its outcome keys, its segments and pictures, and a manifest
// of digests that the key of the file authenticates. The profile's own key is in it, sealed with that key, which the release alone returns.
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { canonicalJson } from '../kit/canonical.ts';

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
    z.object({ path: z.string().regex(/^(?:archive\/\d{4}-\d{2}|pictures)\/\w[\w.-]*$/), bytes: z.int(), sha256: z.string() }),
  ),
  /** Rows and digest of each table of the file. */
  contents: z.record(z.string(), z.string()),
  /** Base64: the profile's key, sealed with the key of the file. */
  sealed_key: z.string(),
});
export type MoveManifest = z.infer<typeof manifestShape>;

/** The move cannot be done as asked; the message says what to do. */
export class MoveRefused extends Error {}

export const KEY_BYTES = 32;
const part = (key: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', `tributary:move-${purpose}`, 32));

/** The key that seals the profile's key in a file. */
export const sealingKey = (key: Buffer): KeyObject => createSecretKey(part(key, 'seal'));

/** The manifest's part that the key file confirms. */
export const signatureOf = (key: Buffer, manifest: MoveManifest): Buffer =>
  createHmac('sha256', part(key, 'manifest')).update(canonicalJson(manifest)).digest();

export function parseMoveKey(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length !== KEY_BYTES) throw new MoveRefused('The key file does not contain the key of a move.');
  return key;
}

/** The manifest of a file, whose signature the key confirms. */
export function readMoveFile(file: string, key: Buffer): { db: Database.Database; manifest: MoveManifest } {
  if (!existsSync(file)) throw new MoveRefused(`There is no file ${file}.`);
  const db = new Database(file, { readonly: true, fileMustExist: true });
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

function readManifest(db: Database.Database, file: string, key: Buffer): MoveManifest {
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
