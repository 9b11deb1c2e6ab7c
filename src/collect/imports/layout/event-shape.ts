// The keys of a layout that events alone have; docs/layouts.md explains them.
import { z } from 'zod';
import { EVENT_FIELDS } from './vocabulary.ts';

const key = z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be a name in small letters such as order_total');
const text = z.string().min(1).max(300);
const keys = z.union([key, z.array(key).min(1)]);

/** How columns make a text: their keys in braces. */
const template = text.refine((each) => /\{[a-z0-9_]+\}/.test(each), 'must have the key of a column in braces');

/**
 * @param when The shape of conditions.
 * @param words The shape of words.
 */
export const eventShape = <When extends z.ZodType, Words extends z.ZodType>(when: When, words: Words) => ({
  /** A member that is a list, or several: each of their entries is a row, with the members around them. */
  each: z.union([text, z.array(text).min(2)]).optional(),
  /** Columns that together identify an event, where no single column does; empty ones are left out. */
  id: z.array(key).min(2).optional(),
  /** Texts that say that there is nothing. */
  blank: words.optional(),
  /** The name of an event that is no view of a page: the column `name` otherwise. */
  name: keys.optional(),
  /** Of events the first that is filled, of outcomes the first alone. */
  visitor: keys.optional(),
  /** A field by the first template whose columns are all filled, where its column alone does not have it. */
  values: z
    .partialRecord(z.enum(EVENT_FIELDS), z.array(z.union([template, z.strictObject({ from: template, when })])).min(1))
    .optional(),
  /** A column of an address or its query: where no column says it, its parameters are the source. */
  parameters: key.optional(),
  identify: z.strictObject({ visitor: keys, user: keys }).optional(),
  alias: z.strictObject({ from: keys, to: keys }).optional(),
  /** Of sums: what a blank column says. */
  if_blank: z.record(key, text).optional(),
});
