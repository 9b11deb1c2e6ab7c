// The JSON that is stored of a test and of a study.
import { z } from 'zod';
import { storedJson } from '../../../base/kit/stored-json.ts';
import { KINDS } from './gaps.ts';

const plan = z.object({
  kind: z.enum(KINDS),
  parent_name: z.string().nullable(),
  adset_id: z.string().nullable(),
  dimension: z.string(),
  from: z.string(),
  to: z.string(),
  locked: z.record(z.string(), z.string()),
  hypothesis: z.string(),
  measure: z.enum(['sales', 'clicks']).nullable(),
  needed: z.number().nullable(),
  days: z.number().nullable(),
});
export type Plan = z.infer<typeof plan>;

export const storedPlan = storedJson('replicate_runs.plan', plan);
