// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

const count = z.int().nonnegative();
export const storedReport = storedJson(
  'backfills.report',
  z.object({
    format: z.enum(['csv', 'ndjson', 'parquet', 'xlsx']),
    rows: count,
    accepted: count,
    duplicates: count,
    rejected: count,
    errors: z.array(z.object({ line: z.int(), reason: z.string() })),
    unknown_columns: z.array(z.string()),
    already_loaded: z.boolean(),
    dry_run: z.boolean(),
    outcomes: z
      .array(
        z.object({
          event_type: z.string(),
          events: count,
          money: z.array(z.object({ currency: z.string(), amount: z.string() })),
        }),
      )
      .exactOptional(),
    times: z.object({ zone: z.string(), without_zone: count, days_only: count }).exactOptional(),
    notes: z.array(z.string()).exactOptional(),
    incomplete: z.literal(true).exactOptional(),
    reason: z.string().exactOptional(),
  }),
);
