// The JSON that is stored of an analysis.
import { z } from 'zod';
import { storedJson } from '../../../base/kit/stored-json.ts';

/** In order of trust. */
export const SOURCES = ['person', 'platform', 'video', 'picture', 'model', 'words'] as const;
export type Source = (typeof SOURCES)[number];

const tag = z.object({
  dimension: z.string(),
  level: z.string(),
  source: z.enum(SOURCES),
  /** Words of the ad, the platform's field, or the sides of the picture. */
  evidence: z.string(),
});
export type Tag = z.infer<typeof tag>;

const found = z.object({
  /** Of what the ad was when it was analysed, and of the lists. */
  inputs: z.string(),
  tags: z.array(tag),
  /** Dimensions in which two passes of the model differ. */
  unsure: z.array(z.string()),
  /** Parts of the model's answer that are of no list, or whose words the ad does not have. */
  refused: z.number(),
  written_by: z.string(),
  fallback: z.string().nullable(),
  picture: z.enum(['read', 'none', 'gone', 'unreadable']),
  /** Null of an ad that is none; an analysis of before has nothing of it. */
  video: z.enum(['read', 'none', 'unreadable']).nullable().default(null),
});
export type Found = z.infer<typeof found>;

export const storedFound = storedJson('creative_analyses.found', found);
