// The tags of ads as they count: of each dimension the one of the source that is trusted most, among those that the gate lets through.
import type { Gate } from './gate.ts';
import { SOURCES, type Tag } from './stored.ts';

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
