// The JSON that this slice stores.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';
import { ON_CONFLICT } from '../../collect/spend/index.ts';
import { KINDS } from './work/request.ts';

const count = z.int().nonnegative();
const kind = z.enum(KINDS);
const orNull = <T extends z.ZodType>(shape: T) => shape.nullable().default(null);

const mapping = z.object({
  reads: z.enum(['payments', 'receipts', 'spend', 'deals', 'customers']),
  columns: z.record(z.string(), z.string()),
  without: z.array(z.string()).default([]),
});
export const mappingShape = mapping;

/** What a person says of a file; null: as its layout, its account or the profile has it. */
export const readingShape = z.object({
  as: orNull(kind),
  layout: orNull(z.string()),
  timezone: orNull(z.string()),
  currency: orNull(z.string()),
  platform: orNull(z.string()),
  account: orNull(z.string()),
  prefix: orNull(z.string()),
  on_conflict: orNull(z.enum(ON_CONFLICT)),
  mapping: orNull(mapping),
  answers: z.record(z.string(), z.string()).default({}),
});
export type StoredReading = z.infer<typeof readingShape>;

const row = z.object({ line: z.int(), words: z.string().nullable() });
const leftOut = z.object({ reason: z.string(), rows: count, first: z.array(row) });

export const outcomeShape = z.object({
  created: count,
  known: count,
  restored: count,
  replaced: z.array(z.object({ day: z.string(), before: z.string(), after: z.string() })),
  maybe_twice: z.array(z.object({ currency: z.string(), payments: count, amount: z.string() })).default([]),
  not_taken: z.object({ rows: count, first: z.array(row) }),
});
export type StoredOutcome = z.infer<typeof outcomeShape>;

const fileShape = z.object({
  file: z.string(),
  layout: z.object({ layout: z.string(), title: z.string(), source: z.string() }).nullable(),
  kind: kind.nullable(),
  rows: count,
  /** Why none of its rows was read. */
  not_read: z.string().nullable().default(null),
  counts: z.array(z.object({ reads: z.string(), readings: count })),
  left_out: z.array(leftOut),
  sums: z.array(z.object({ month: z.string(), currency: z.string(), amount: z.string() })),
  times: z.object({ zone: z.string().nullable(), days_only: count }),
  warnings: z.array(z.string()),
  header: z.array(z.object({ column: z.string(), samples: z.array(z.string()), proposed: z.string().nullable() })),
  would: outcomeShape.nullable(),
});
export type StoredFile = z.infer<typeof fileShape>;

export const previewShape = z.object({
  files: z.array(fileShape),
  questions: z.array(z.object({ ask: z.string(), words: z.string(), choices: z.array(z.string()) })),
  refusal: z.object({ reason: z.string(), words: z.string() }).nullable(),
  /** Digest of the header of a file that is read by a mapping, or needs one. */
  header_hash: z.string().nullable(),
});
export type StoredPreview = z.infer<typeof previewShape>;

/** How a file is committed, the same after an interruption: what the profile's settings were, and where the journal ended. */
export const runShape = z.object({
  timezone: z.string(),
  currency: z.string(),
  after_seq: z.string(),
  workspace_id: z.string(),
  /** The outcome of a commit of spend that continues after an interruption. */
  outcome: outcomeShape.optional(),
});
export type StoredRun = z.infer<typeof runShape>;

export const storedDay = storedJson(
  ['file_import_days.before', 'file_import_days.after'],
  z.object({
    platform: z.string(),
    account_id: z.string(),
    currency: z.string(),
    day: z.string(),
    rows: z.array(z.record(z.string(), z.unknown())),
  }),
);
