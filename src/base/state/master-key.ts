// The master key: 32 bytes outside the database that seal every profile's own key. A wrong one is noticed at open.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
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
export function writeMasterKey(dataDir: string, bytes: Buffer): MasterKey {
  const file = masterKeyFile(dataDir);
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

/** Gets the key for this state: the one that sealed what is in it, or a new one for an empty folder. */
export function masterKeyFor(config: Config, state: Pick<State, 'statement' | 'tx'>, warn: (message: string) => void): MasterKey {
  const existing = state.statement('base/master_key_list').all();
  const found = readMasterKey(config, warn);
  if (!found && existing.length > 0)
    throw new MasterKeyError(
      `The master key is missing: this data folder was sealed with key ${existing[0]?.key_id}. ` +
        `Put it back at ${masterKeyFile(config.dataDir)} or set MASTER_KEY. ` +
        'If it is lost, only a backup made with --with-key still has it: its pass phrase opens it (`tributary restore`). ' +
        'Without it the identifiers, tokens and secrets that are sealed here cannot be read by anybody, and no other backup opens; the facts in profiles/*/archive are Parquet files that any tool reads, without names and addresses.',
    );
  const key = found ?? writeMasterKey(config.dataDir, randomBytes(32));
  const check = derived(key.bytes, 'check');
  const same = existing.find((row) => row.key_id === key.keyId);
  if (same && timingSafeEqual(check, same.key_check)) return key;
  if (existing.length > 0)
    throw new MasterKeyError(
      `This is not the master key of this data folder: it was sealed with key ${existing[0]?.key_id}, the specified one is ${key.keyId}.`,
    );
  state.statement('base/master_key_add').run({ key_id: key.keyId, key_check: check });
  return key;
}
