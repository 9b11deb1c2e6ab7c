// What the command `import` was told: the files, how each is to be read, and what to do with what it meets.
import { resolve } from 'node:path';
import { z } from 'zod';
import { profileSettings } from '../../../account/profiles/index.ts';
import { checkedCurrency, checkedTimezone } from '../../../account/workspaces/index.ts';
import type { Base } from '../../../base/base.ts';
import { fileHash } from '../../../base/rows/row-file.ts';
import { type ImportOrder, layoutOfMapping, type Mapping, readLayouts, WrongMapping } from '../../../collect/imports/index.ts';
import { ON_CONFLICT, type OnConflict } from '../../../collect/spend/index.ts';
import { checked, profileArg, profileOf } from '../command.ts';
import { CommandError } from '../protocol.ts';

export const KINDS = ['events', 'spend', 'payments', 'customers', 'deals'] as const;
export type ImportKind = (typeof KINDS)[number];

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
});

export interface ImportRequest {
  profileId: string;
  files: string[];
  as: ImportKind | undefined;
  /** The order of one file. */
  orderOf: (file: string) => ImportOrder;
  /** Digest of a file and of how it is read. */
  contentOf: (file: string) => Promise<string>;
  timezone: string;
  prefix: string;
  account: string | undefined;
  platform: string | undefined;
  onConflict: OnConflict | undefined;
  dryRun: boolean;
  wait: boolean;
  isMapped: boolean;
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
  const mapping: Mapping = { reads: as, columns: {}, without };
  const columns: Record<string, string> = {};
  for (const [header, field] of pairs('map', map)) {
    if (columns[header] !== undefined) throw new CommandError('usage', `--map: ${JSON.stringify(header)} is named twice.`);
    columns[header] = field;
  }
  try {
    layoutOfMapping({ ...mapping, columns });
  } catch (error) {
    throw error instanceof WrongMapping ? new CommandError('usage', `--map: ${error.message}`) : error;
  }
  return { ...mapping, columns };
}

function checkedLayout(layout: string | undefined): string | undefined {
  if (layout === undefined || readLayouts().some((each) => each.layout === layout)) return layout;
  const names = readLayouts().map((each) => each.layout);
  throw new CommandError('usage', `--layout: there is no ${layout}; there are ${names.join(', ')}.`);
}

export function requestOf(base: Base, args: unknown): ImportRequest {
  const { files, map, without, answer, ...more } = checked(importArgs, args);
  const profileId = profileOf(base, more.profile_id);
  const settings = profileSettings(base, profileId);
  const zone = checkedTimezone('timezone', more.timezone ?? settings.timezone);
  const context = {
    ...{ zone, isZoneChosen: more.timezone !== undefined },
    currency: checkedCurrency('currency', more.currency ?? settings.currency),
    ...(more.account === undefined ? {} : { account: more.account }),
    ...(more.platform === undefined ? {} : { platform: more.platform }),
    replies: Object.fromEntries(pairs('answer', answer)),
  };
  const mapping = mappingOf(more.as ?? 'payments', map, without);
  const layout = checkedLayout(more.layout);
  if (mapping && layout !== undefined) throw new CommandError('usage', 'Choose --layout or --map, not both.');
  const how = { layout, mapping, context };
  return {
    ...{ profileId, files: files.map((file) => resolve(file)), as: more.as, prefix: more.prefix },
    ...{ account: more.account, platform: more.platform, onConflict: more.on_conflict, timezone: zone },
    ...{ dryRun: more.dry_run, wait: more.wait, isMapped: mapping !== undefined },
    orderOf: (file) => ({ file, name: file, ...how }),
    contentOf: async (file) => JSON.stringify([await fileHash(file), how]),
  };
}
