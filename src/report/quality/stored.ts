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
