// A backup of a data folder that nobody has open, of whatever version it is: before an upgrade, and before a return from it. It needs the lock and the master key.
import { existsSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { archiveFolder } from '../journal/archive.ts';
import { readSegments } from '../journal/segments.ts';
import { ledgerFile } from '../ledger/file.ts';
import { findMasterKey, type MasterKey, MasterKeyError, readMasterKey } from '../state/master-key.ts';
import { sealingKeyOf } from '../state/open-state.ts';
import { sealFolder } from './backup.ts';
import { BackupRefused, type SealedManifest } from './manifest.ts';

export interface ClosedFolder {
  config: Config;
  now: number;
  warn: (message: string) => void;
  /** What is known to be wrong with the ledger. */
  ledgerFault?: string | undefined;
}

/** @param target Missing or empty; it may be in the data folder. @throws BackupRefused for a folder that is not whole */
export async function backupClosed({ config, now, warn, ledgerFault }: ClosedFolder, target: string): Promise<SealedManifest> {
  const { dataDir } = config;
  const key = ownKey(config, warn);
  return sealFolder(
    {
      dataDir,
      now,
      keyId: key.keyId,
      masterKey: key.bytes,
      segments: (profileId) => soundSegments(dataDir, profileId),
      isWithoutLedger: ledgerFault !== undefined || !existsSync(ledgerFile(dataDir)),
    },
    target,
  );
}

/** A backup sealed with another key than that of the folder would not open. */
function ownKey(config: Config, warn: (message: string) => void): MasterKey {
  const keyId = sealingKeyOf(config.dataDir);
  const key = keyId === undefined ? undefined : findMasterKey(config, keyId, warn);
  if (key) return key;
  const found = readMasterKey(config, warn)?.keyId;
  throw new MasterKeyError(
    `The master key of this data folder is ${keyId}, and ${found === undefined ? 'there is none' : `the specified one is ${found}`}: put it back, or set MASTER_KEY.`,
  );
}

function soundSegments(dataDir: string, profileId: string) {
  const { segments, damages } = readSegments(archiveFolder(dataDir, profileId), profileId);
  const [damage] = damages;
  if (damage)
    throw new BackupRefused(
      `The folder is not whole: ${damage.path}: ${damage.reason}. Repair it with the version that wrote it (\`tributary status\` says how).`,
    );
  return segments;
}
