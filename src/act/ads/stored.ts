// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { contractShape } from '../../base/contract/contract-shape.ts';
import { storedJson } from '../../base/kit/stored-json.ts';

const status = z.enum(['active', 'paused', 'archived', 'other']);
const budget = z.object({
  /** Whole number of the platform's own smallest unit. */
  minor_units: z.int(),
  /** The same as decimal text in the account's currency; null where that is not known. */
  amount: z.string().nullable(),
});

/** An ad or ad set as the platform had it. */
const liveState = z.union([
  z.object({
    status,
    effective_status: status,
    platform_status: z.string(),
    creative_id: z.string().nullable(),
    url_tags: z.string().nullable(),
    adset_status: status,
    campaign_status: status,
  }),
  z.object({ status, daily_budget: budget, learning: z.enum(['learning', 'limited', 'done']).nullable() }),
]);
export type LiveState = z.infer<typeof liveState>;

/** The values that a change sets. */
const value = z.union([
  z.object({ status }),
  z.object({ daily_budget: budget }),
  /** With the creative that has them; null where they are set in place. */
  z.object({ url_tags: z.string(), creative_id: z.string().nullable() }),
]);
export type WriteValue = z.infer<typeof value>;
export type StoredBudget = z.infer<typeof budget>;

export const storedPlannedOn = storedJson('ad_writes.planned_on', liveState);
export const storedWriteResult = storedJson('ad_writes.result', liveState);
export const storedValue = storedJson(['ad_writes.before', 'ad_writes.after'], value);
export const storedRequestIds = storedJson('ad_writes.request_ids', z.array(z.string()));

const failure = z.object({ code: z.string(), message: z.string(), extra: contractShape('ErrorDetails').optional() });
export type WriteFailure = z.infer<typeof failure>;
export const storedFailure = storedJson(['ad_writes.error', 'ad_write_plans.error'], failure);

export const storedSource = storedJson('ad_write_plans.source', z.object({ kind: z.string(), id: z.string() }));
export const storedEvidence = storedJson('ad_write_plans.evidence', z.array(z.object({ name: z.string(), value: z.string() })));

export const storedSkipped = storedJson(
  'ad_write_plans.skipped',
  z.array(z.object({ ad_id: z.string(), reason: z.string(), message: z.string() })),
);
export interface SkippedAd {
  ad_id: string;
  reason: string;
  message: string;
}
