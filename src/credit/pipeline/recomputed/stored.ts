// The JSON that this part of the slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../../base/kit/stored-json.ts';

const difference = z.object({
  measure: z.enum(['spend', 'converted', 'credited']),
  day: z.iso.date(),
  goal: z.string().nullable(),
  channel: z.string().nullable(),
  model: z.string().nullable(),
  currency: z.string().nullable(),
  /** Millionths of conversions. */
  weight: z.int(),
  /** Money times 1,000,000. */
  amount: z.string(),
});
/** What a sum of figures has more than it had. */
export type Difference = z.infer<typeof difference>;

export const storedDifferences = storedJson('figure_changes.differences', z.array(difference));
