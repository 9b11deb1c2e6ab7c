// How creatives are distinguished: closed lists of seeds/creatives/dimensions.csv. `other` is a level of each.
import { createHash } from 'node:crypto';
import { readSeed } from '../../../base/kit/seeds.ts';

export const OTHER = 'other';

export interface Level {
  level: string;
  /** Undefined for a level that no words stand for. */
  words: RegExp | undefined;
}

export interface Dimension {
  dimension: string;
  levels: readonly Level[];
}

/** Whole words of any script, in any case. */
const patternOf = (words: string): RegExp | undefined =>
  words === '' ? undefined : new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu');

let read: readonly Dimension[] | undefined;

export function dimensions(): readonly Dimension[] {
  read ??= [...Map.groupBy(readSeed('creatives/dimensions'), ({ dimension }) => dimension)].map(([dimension, rows]) => ({
    dimension,
    levels: [...rows.map(({ level, words }) => ({ level, words: patternOf(words) })), { level: OTHER, words: undefined }],
  }));
  return read;
}

export const levelsOf = (dimension: string): readonly string[] =>
  dimensions()
    .find((each) => each.dimension === dimension)
    ?.levels.map(({ level }) => level) ?? [];

let version: string | undefined;

/** Changes with the lists and their words: what was analysed under another one is analysed again by a backfill. */
export function seedVersion(): string {
  version ??= createHash('sha256')
    .update(JSON.stringify(readSeed('creatives/dimensions')))
    .digest('hex')
    .slice(0, 12);
  return version;
}
