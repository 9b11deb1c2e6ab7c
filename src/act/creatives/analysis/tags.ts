// The tags of ads as they count: of each dimension the tag of the most trusted source that the gate lets through.
import type { ReadBase } from '../../../base/base.ts';
import type { Gate } from './gate.ts';
import { SOURCES, storedFound, type Tag } from './stored.ts';

export interface AdAddress {
  platform: string;
  account_id: string;
  ad_id: string;
}

export interface ShownTag extends Tag {
  is_counted: boolean;
}

/** All tags, each with whether it is the one that counts. */
export function withCounted(tags: readonly Tag[], gate: Gate): ShownTag[] {
  const sorted = tags.toSorted((a, b) => SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source));
  const taken = new Set<string>();
  return sorted.map((tag) => {
    const isCounted = !taken.has(tag.dimension) && gate.counts(tag);
    if (isCounted) taken.add(tag.dimension);
    return { ...tag, is_counted: isCounted };
  });
}

export const labelTags = (rows: readonly { dimension: string; level: string }[]): Tag[] =>
  rows.map(({ dimension, level }) => ({ dimension, level, source: 'person', evidence: '' }));

export const addressKey = ({ platform, account_id, ad_id }: AdAddress): string => JSON.stringify([platform, account_id, ad_id]);

/** The level of each dimension by ad. */
export function countedTags(base: ReadBase, profileId: string, gate: Gate): Map<string, ReadonlyMap<string, string>> {
  const at = { profile_id: profileId };
  const labels = Map.groupBy(base.state.statement('act/creatives/labels_list').all(at), addressKey);
  const rows = base.state.statement('act/creatives/analyses_list').all(at);
  const analysed = new Map(rows.map((row) => [addressKey(row), storedFound.readOrNull(row.found)?.tags ?? []]));
  return new Map(
    [...new Set([...labels.keys(), ...analysed.keys()])].map((key) => {
      const tags = [...labelTags(labels.get(key) ?? []), ...(analysed.get(key) ?? [])];
      const counted = withCounted(tags, gate).filter(({ is_counted }) => is_counted);
      return [key, new Map(counted.map(({ dimension, level }) => [dimension, level]))];
    }),
  );
}
