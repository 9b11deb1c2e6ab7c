// How the exports of an installation went, as its data folder knows it: what is at the place itself is in the manifests there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeDurably } from '../../../base/files/durable.ts';

const when = z.iso.datetime();
const shape = z.object({
  /** The last run that ended well. */
  made: z.object({ at: when, profiles: z.int(), written: z.int() }).optional(),
  /** Of the last run; absent once one succeeds. `since` is the first in a row. */
  failed: z.object({ at: when, since: when, message: z.string() }).optional(),
  /** The number of the last export by profile. */
  last: z.record(z.string(), z.int()).default({}),
  /** The SHA-256 of the list of erasures that the last run knew. */
  erasures: z.string().optional(),
});
export type ExportRecord = z.infer<typeof shape>;

const recordFile = (dataDir: string): string => join(dataDir, 'scheduled-exports.json');

/** A damaged file is worth no more than a missing one: the next run writes it again. */
export function readExportRecord(dataDir: string): ExportRecord {
  if (!existsSync(recordFile(dataDir))) return { last: {} };
  try {
    return shape.parse(JSON.parse(readFileSync(recordFile(dataDir), 'utf8')));
  } catch {
    return { last: {} };
  }
}

export const writeExportRecord = (dataDir: string, record: ExportRecord): void =>
  writeDurably(recordFile(dataDir), `${JSON.stringify(record)}\n`);
