// The ends of scheduled backups, as the data folder knows them: what is at the place itself is asked of it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '../../files/durable.ts';

const when = z.iso.datetime();
const shape = z.object({
  made: z.object({ name: z.string(), at: when, bytes: z.int() }).optional(),
  /** The last that was restored into a scratch folder, whole. */
  verified: z.object({ name: z.string(), at: when }).optional(),
  /** Of the last run; absent once one succeeds. `since` is the first in a row. */
  failed: z.object({ step: z.enum(['back up', 'verify']), at: when, since: when, message: z.string() }).optional(),
  /** The SHA-256 of the list of erasures that the kept backups have. */
  erasures: z.string().optional(),
  /** Likewise of the file of earlier master keys. */
  earlier_keys: z.string().optional(),
});
export type BackupRecord = z.infer<typeof shape>;

const recordFile = (dataDir: string): string => join(dataDir, 'scheduled-backups.json');

/** A damaged file is worth no more than a missing one: the next run writes it again. */
export function readBackupRecord(dataDir: string): BackupRecord {
  if (!existsSync(recordFile(dataDir))) return {};
  try {
    return shape.parse(JSON.parse(readFileSync(recordFile(dataDir), 'utf8')));
  } catch {
    return {};
  }
}

export const writeBackupRecord = (dataDir: string, record: BackupRecord): void =>
  writeDurably(recordFile(dataDir), `${JSON.stringify(record)}\n`);
