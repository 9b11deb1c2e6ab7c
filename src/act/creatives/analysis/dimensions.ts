// How creatives are distinguished: closed lists of seeds/creatives/dimensions.csv. `other` is a level of each.
import { createHash } from 'node:crypto';
import { readSeed } from '../../../base/kit/seeds.ts';

export const OTHER = 'other';

export interface Dimension {
  dimension: string;
  levels: readonly string[];
}

let read: readonly Dimension[] | undefined;

export function dimensions(): readonly Dimension[] {
  read ??= [...Map.groupBy(readSeed('creatives/dimensions'), ({ dimension }) => dimension)].map(([dimension, rows]) => ({
    dimension,
    levels: [...rows.map(({ level }) => level), OTHER],
  }));
  return read;
}

export const levelsOf = (dimension: string): readonly string[] =>
  dimensions().find((each) => each.dimension === dimension)?.levels ?? [];

let version: string | undefined;

/** Changes with the lists and their words: what was analysed under another one is analysed again by a backfill. */
export function seedVersion(): string {
  version ??= createHash('sha256')
    .update(JSON.stringify([readSeed('creatives/dimensions'), readSeed('creatives/words')]))
    .digest('hex')
    .slice(0, 12);
  return version;
}
