// What the command `import` was told: the files, how each is to be read, and what to do with what it meets.
import { resolve } from 'node:path';
import { z } from 'zod';
import { type ImportKind, type ImportRequest, KINDS, requestFor, WrongReading } from '../../../act/uploads/index.ts';
import type { Base } from '../../../base/base.ts';
import { fileHash } from '../../../base/rows/row-file.ts';
import type { Mapping } from '../../../collect/imports/index.ts';
import { ON_CONFLICT } from '../../../collect/spend/index.ts';
import { checked, profileArg, profileOf } from '../command.ts';
import { CommandError } from '../protocol.ts';

const importArgs = profileArg.extend({
  files: z.array(z.string()).min(1),
  as: z.enum(KINDS).optional(),
  layout: z.string().optional(),
  timezone: z.string().optional(),
  currency: z.string().optional(),
  account: z.string().optional(),
  platform: z.string().optional(),
  /** `header=field`. */
  map: z.array(z.string()).default([]),
  without: z.array(z.string()).default([]),
  /** `question=reply`. */
  answer: z.array(z.string()).default([]),
  prefix: z.string().max(64).default(''),
  on_conflict: z.enum(ON_CONFLICT).optional(),
  dry_run: z.boolean().default(false),
  wait: z.boolean().default(true),
  reject_file: z.string().optional(),
});

export interface CommandRequest extends ImportRequest {
  files: string[];
  dryRun: boolean;
  wait: boolean;
  /** A CSV that gets each row that is not imported. */
  rejectFile: string | undefined;
}

/** `a=b` at the last sign: headers may have one. */
function pairs(option: string, texts: readonly string[]): [string, string][] {
  return texts.map((text) => {
    const at = text.lastIndexOf('=');
    if (at <= 0 || at === text.length - 1)
      throw new CommandError('usage', `--${option}: ${JSON.stringify(text)} is not of the form NAME=VALUE.`);
    return [text.slice(0, at), text.slice(at + 1)];
  });
}

function mappingOf(as: ImportKind, map: readonly string[], without: string[]): Mapping | undefined {
  if (map.length === 0) return undefined;
  if (as === 'events')
    throw new CommandError(
      'usage',
      '--map: events are read by their own columns (`tributary backfill events --template`) or by a layout.',
    );
  if (as === 'aggregates') throw new CommandError('usage', '--map: sums of another tool are read by a layout alone.');
  const mapping: Mapping = { reads: as, columns: {}, without };
  const columns: Record<string, string> = {};
  for (const [header, field] of pairs('map', map)) {
    if (columns[header] !== undefined) throw new CommandError('usage', `--map: ${JSON.stringify(header)} is named twice.`);
    columns[header] = field;
  }
  return { ...mapping, columns };
}

/** The option that a field of a reading is, in the terms of the command line. */
const OPTIONS: Readonly<Record<WrongReading['field'], string>> = { layout: '--layout', mapping: '--map' };

export function requestOf(base: Base, args: unknown): CommandRequest {
  const { files, map, without, answer, ...more } = checked(importArgs, args);
  const profileId = profileOf(base, more.profile_id);
  const mapping = mappingOf(more.as ?? 'payments', map, without);
  if (mapping && more.layout !== undefined) throw new CommandError('usage', 'Choose --layout or --map, not both.');
  const { as, layout, timezone, currency, account, platform, prefix, on_conflict: onConflict } = more;
  const replies = Object.fromEntries(pairs('answer', answer));
  const options = { as, layout, timezone, currency, account, platform, mapping, replies, prefix, onConflict };
  try {
    const request = requestFor(base, profileId, options, { hashOf: fileHash, nameOf: (file) => file });
    const rejectFile = more.reject_file && resolve(more.reject_file);
    return { ...request, files: files.map((file) => resolve(file)), dryRun: more.dry_run, wait: more.wait, rejectFile };
  } catch (error) {
    throw error instanceof WrongReading ? new CommandError('usage', `${OPTIONS[error.field]}: ${error.message}`) : error;
  }
}
