// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

export const storedAudit = storedJson(
  'utm_audits.summary',
  z.object({
    campaigns: z.number(),
    spend: z.string().nullable(),
    linked: z.object({ campaigns: z.number(), spend: z.string().nullable() }),
    anomalies: z.object({ problem: z.number(), attention: z.number() }),
  }),
);

export const storedMeasure = storedJson(
  ['quality_fixes.before', 'quality_fixes.after'],
  z.object({
    status: z.enum(['ok', 'attention', 'problem']),
    share: z.number().nullable(),
    interval: z.array(z.number()).nullable(),
    of: z.number(),
    too_few: z.boolean(),
  }),
);
export type StoredMeasure = ReturnType<typeof storedMeasure.read>;

/** An answer of this code (`kept.ts` stores which), whose shape is therefore that of the reading. */
export const storedAnswer = <Answer>() =>
  storedJson(
    'quality_readings.answer',
    z.custom<Answer>((value) => typeof value === 'object' && value !== null),
  );
