// How the files of an import are read, whichever door they came by.
import { profileSettings } from '../../../account/profiles/index.ts';
import { checkedCurrency, checkedTimezone } from '../../../account/workspaces/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { type ImportOrder, layoutOfMapping, type Mapping, readLayouts, WrongMapping } from '../../../collect/imports/index.ts';
import type { OnConflict } from '../../../collect/spend/index.ts';

export const KINDS = ['events', 'spend', 'payments', 'customers', 'deals', 'aggregates'] as const;
export type ImportKind = (typeof KINDS)[number];

/** What a person says of a file; undefined: as its layout, its account or the profile has it. */
export interface ReadingOptions {
  as?: ImportKind | undefined;
  layout?: string | undefined;
  timezone?: string | undefined;
  currency?: string | undefined;
  account?: string | undefined;
  platform?: string | undefined;
  mapping?: Mapping | undefined;
  /** By the word of the question. */
  replies?: Readonly<Record<string, string>> | undefined;
  prefix?: string | undefined;
  onConflict?: OnConflict | undefined;
}

export interface ImportRequest {
  profileId: string;
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
  isMapped: boolean;
}

/** An option that cannot be; the message is for the person who chose it. */
export class WrongReading extends Error {
  readonly field: 'layout' | 'mapping';

  constructor(field: WrongReading['field'], message: string) {
    super(message);
    this.field = field;
  }
}

function checkedLayout(layout: string | undefined): string | undefined {
  if (layout === undefined || readLayouts().some((each) => each.layout === layout)) return layout;
  const names = readLayouts().map((each) => each.layout);
  throw new WrongReading('layout', `there is no ${layout}; there are ${names.join(', ')}.`);
}

function checkedMapping(mapping: Mapping | undefined): Mapping | undefined {
  if (!mapping) return undefined;
  try {
    layoutOfMapping(mapping);
  } catch (error) {
    throw error instanceof WrongMapping ? new WrongReading('mapping', error.message) : error;
  }
  return mapping;
}

interface RequestFiles {
  hashOf: (file: string) => Promise<string>;
  /** The name of a file for who sent it. */
  nameOf: (file: string) => string;
  /** What the profile's settings were; absent: as they are. */
  defaults?: { timezone: string; currency: string } | undefined;
}

/**
 * @throws WrongReading, ApiError `validation_error` of the zone or the currency.
 */
export function requestFor(
  base: ReadBase,
  profileId: string,
  options: ReadingOptions,
  { hashOf, nameOf, defaults }: RequestFiles,
): ImportRequest {
  const { as, account, platform, replies = {}, prefix = '', onConflict } = options;
  const settings = defaults ?? profileSettings(base, profileId);
  const zone = checkedTimezone('timezone', options.timezone ?? settings.timezone);
  const context = {
    zone,
    isZoneChosen: options.timezone !== undefined,
    currency: checkedCurrency('currency', options.currency ?? settings.currency),
    ...(account === undefined ? {} : { account }),
    ...(platform === undefined ? {} : { platform }),
    replies,
  };
  const mapping = checkedMapping(options.mapping);
  const how = { layout: checkedLayout(options.layout), mapping, context };
  return {
    profileId,
    as,
    prefix,
    account,
    platform,
    onConflict,
    timezone: zone,
    isMapped: mapping !== undefined,
    orderOf: (file) => ({ file, name: nameOf(file), ...how }),
    contentOf: async (file) => JSON.stringify([await hashOf(file), how]),
  };
}
