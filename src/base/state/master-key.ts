// The master key: 32 bytes outside the database that seal every profile's own key. A wrong one is noticed at open.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { earlierKey } from './earlier-keys.ts';
import type { State } from './state.ts';

export interface MasterKey {
  bytes: Buffer;
  /** Names the key without telling it. */
  keyId: string;
}

/** Faults of the master key at open, in words for the operator. */
export class MasterKeyError extends Error {}

const derived = (bytes: Buffer, purpose: string): Buffer => createHmac('sha256', bytes).update(`tributary:${purpose}`).digest();

/** Parses base64 of exactly 32 bytes. */
export function parseMasterKey(text: string, from: string): MasterKey {
  const bytes = Buffer.from(text.trim(), 'base64');
  if (bytes.length !== 32) throw new MasterKeyError(`${from} must be 32 bytes in base64.`);
  return { bytes, keyId: derived(bytes, 'key-id').toString('hex', 0, 8) };
}

export const masterKeyFile = (dataDir: string): string => join(dataDir, 'master.key');

/** Reads the key from the configuration or <data>/master.key. `undefined`: there is neither. */
export function readMasterKey(config: Config, warn: (message: string) => void): MasterKey | undefined {
  if (config.masterKey !== undefined) return parseMasterKey(config.masterKey, 'MASTER_KEY');
  const file = masterKeyFile(config.dataDir);
  if (!existsSync(file)) return undefined;
  const mode = statSync(file).mode & 0o777;
  if (mode & 0o077) {
    chmodSync(file, 0o600);
    warn(`${file} could be read by others (mode ${mode.toString(8)}); it is now 600. Consider the key known to them.`);
  }
  return parseMasterKey(readFileSync(file, 'utf8'), file);
}

export const masterKeyText = (bytes: Buffer): string => `${bytes.toString('base64')}\n`;

/** Writes a master key to its file, readable by its owner only, and on disk before anything is sealed with it. */
export const writeMasterKey = (dataDir: string, bytes: Buffer): MasterKey => writeKeyFile(dataDir, masterKeyFile(dataDir), bytes);

/** The key that a rotation seals with, until the rotation has ended. */
export const nextKeyFile = (dataDir: string): string => join(dataDir, 'master.key.next');

/** Replaces what an earlier attempt left, with which nothing was sealed. */
export function writeNextKey(dataDir: string, bytes: Buffer): MasterKey {
  rmSync(nextKeyFile(dataDir), { force: true });
  return writeKeyFile(dataDir, nextKeyFile(dataDir), bytes);
}

/** Undefined without a rotation that has begun; a file that was not written to its end sealed nothing. */
export function readNextKey(dataDir: string): MasterKey | undefined {
  const file = nextKeyFile(dataDir);
  if (!existsSync(file)) return undefined;
  try {
    return parseMasterKey(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof MasterKeyError) return undefined;
    throw error;
  }
}

function writeKeyFile(dataDir: string, file: string, bytes: Buffer): MasterKey {
  const fd = openSync(file, 'wx', 0o600);
  try {
    writeSync(fd, masterKeyText(bytes));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  const folder = openSync(dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
  return parseMasterKey(masterKeyText(bytes), file);
}

/**
 * The key of this id: the configured one; that of a rotation which was interrupted; or one that the configured key has replaced, in a folder
 * restored from a backup of before.
 */
export function findMasterKey(config: Config, keyId: string, warn: (message: string) => void): MasterKey | undefined {
  const found = readMasterKey(config, warn);
  if (found?.keyId === keyId) return found;
  const next = config.masterKey === undefined ? readNextKey(config.dataDir) : undefined;
  if (next?.keyId === keyId) {
    warn('A rotation of the master key was interrupted; `tributary master-key rotate` ends it.');
    return next;
  }
  const bytes = found && earlierKey(config.dataDir, found, keyId);
  return bytes && parseMasterKey(masterKeyText(bytes), 'an earlier master key');
}

export const keyCheck = ({ bytes }: MasterKey): Buffer => derived(bytes, 'check');

/** Gets the key for this state: the one that sealed what is in it, or a new one for an empty folder. */
export function masterKeyFor(config: Config, state: Pick<State, 'statement' | 'tx'>, warn: (message: string) => void): MasterKey {
  const existing = state.statement('base/master_key_list').all();
  const [sealing] = existing;
  const found = sealing ? findMasterKey(config, sealing.key_id, warn) : readMasterKey(config, warn);
  if (sealing) {
    if (found && timingSafeEqual(keyCheck(found), sealing.key_check)) return found;
    throw otherKey(
      config,
      sealing.key_id,
      readMasterKey(config, () => undefined),
    );
  }
  const key = found ?? writeMasterKey(config.dataDir, randomBytes(32));
  state.statement('base/master_key_add').run({ key_id: key.keyId, key_check: keyCheck(key) });
  return key;
}

export function otherKey({ dataDir }: Config, keyId: string, found: MasterKey | undefined): MasterKeyError {
  if (found)
    return new MasterKeyError(
      `This is not the master key of this data folder: it was sealed with key ${keyId}, the specified one is ${found.keyId}.`,
    );
  return new MasterKeyError(
    `The master key is missing: this data folder was sealed with key ${keyId}. ` +
      `Put it back at ${masterKeyFile(dataDir)} or set MASTER_KEY. ` +
      'If it is lost, only a backup made with --with-key still has it: its pass phrase opens it (`tributary restore`). ' +
      'Without it the identifiers, tokens and secrets that are sealed here cannot be read by anybody, and no other backup opens; the facts in profiles/*/archive are Parquet files that any tool reads, without names and addresses.',
  );
}
