// backup.json, which says what a backup contains. That of a sealed backup has the key of its files, sealed by the master key, and a code that only
// the holder of that key can have made; that of an earlier version describes clear files.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { z } from 'zod';
import { canonicalJson } from '../kit/canonical.ts';

export const MANIFEST = 'backup.json';
/** Added to the name of each sealed file. */
export const SEALED = '.age';
/** The master key in a backup: sealed by words, or clear in one of an earlier version. */
export const KEY = 'master.key';
/** What the key of a backup is sealed for. */
export const SEALED_FOR = 'backup';

/** The backup or restore cannot be done as asked; the message says what to do. Nothing was left behind. */
export class BackupRefused extends Error {}

const seq = z.string().regex(/^\d{1,13}$/);
const common = {
  created_at: z.iso.datetime(),
  /** Which master key opens it. */
  key_id: z.string(),
  with_key: z.boolean(),
  profiles: z.array(z.object({ profile_id: z.string(), last_seq: seq, sealed_up_to: seq })),
  /** As they are in the folder. */
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
};
const clearShape = z.object({ version: z.literal(1), ...common });
const sealedShape = z.object({
  version: z.literal(2),
  ...common,
  /** Base64: the key of the files, sealed by the master key. */
  sealed_key: z.string(),
  /** HMAC-SHA-256 of the rest, in hex. */
  code: z.string(),
});
const shape = z.discriminatedUnion('version', [clearShape, sealedShape]);

export type ClearManifest = z.infer<typeof clearShape>;
export type SealedManifest = z.infer<typeof sealedShape>;
export type BackupManifest = z.infer<typeof shape>;

function codeOf(identity: string, { code: _, ...rest }: Omit<SealedManifest, 'code'> & { code?: string }): Buffer {
  const key = Buffer.from(hkdfSync('sha256', identity, '', 'tributary:backup-manifest', 32));
  return createHmac('sha256', key).update(canonicalJson(rest)).digest();
}

export const signed = (identity: string, manifest: Omit<SealedManifest, 'code'>): SealedManifest => ({
  ...manifest,
  code: codeOf(identity, manifest).toString('hex'),
});

/** @throws BackupRefused for one that was changed. */
export function requireSigned(file: string, identity: string, manifest: SealedManifest): void {
  const [expected, found] = [codeOf(identity, manifest), Buffer.from(manifest.code, 'hex')];
  if (found.length !== expected.length || !timingSafeEqual(found, expected))
    throw new BackupRefused(`${file} was changed after the backup was made.`);
}

export const manifestText = (manifest: BackupManifest): string => `${JSON.stringify(manifest, undefined, 2)}\n`;

export const manifestFile = (folder: string): string => join(folder, MANIFEST);

export function readBackupManifest(folder: string): BackupManifest {
  const file = manifestFile(folder);
  if (!existsSync(file)) throw new BackupRefused(`${folder} contains no backup: ${MANIFEST} is missing.`);
  let text: unknown;
  try {
    text = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new BackupRefused(`${file} is damaged.`);
  }
  const parsed = shape.safeParse(text);
  if (!parsed.success) throw new BackupRefused(`${file} is damaged or of another version.`);
  for (const { path } of parsed.data.files)
    if (!isInside(resolve(folder, path), folder)) throw new BackupRefused(`${file} names a file outside the backup: ${path}`);
  for (const { profile_id, last_seq, sealed_up_to } of parsed.data.profiles)
    if (BigInt(sealed_up_to) > BigInt(last_seq))
      throw new BackupRefused(
        `The backup does not fit together: the archive of profile ${profile_id} contains facts up to ${sealed_up_to}, the journal ends at ${last_seq}.`,
      );
  return parsed.data;
}

export const isInside = (path: string, folder: string): boolean =>
  resolve(path).startsWith(resolve(folder) + sep) || resolve(path) === resolve(folder);

/** Where a clear backup is until its sealed one is in its place. */
export const clearCopy = (folder: string): string => `${folder}.clear`;

/** A backup that anybody can read who has its folder. */
export function isClear(folder: string): boolean {
  try {
    return readBackupManifest(folder).version === 1;
  } catch {
    return false;
  }
}
