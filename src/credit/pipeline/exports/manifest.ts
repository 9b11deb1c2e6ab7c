// What is at the place of exports of one profile: each table in parts by month, and in which export each of them changed last, which is the cursor of those
// who load them.
import { z } from 'zod';

/** The name of a part's month where its rows have none, or the table has no rows. */
export const NO_MONTH = 'none';

const day = z.iso.datetime();
const month = z.string().regex(/^(\d{4,6}-\d{2}|none)$/);
const part = z.object({
  month,
  /** From the folder of the profile. */
  path: z.string().regex(/^[a-z][a-z0-9_]*\/[\d-]+\.\d+\.parquet$|^[a-z][a-z0-9_]*\/none\.\d+\.parquet$/),
  rows: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
  /** Of its rows, in any order. */
  content: z.string(),
  /** The export that wrote it. */
  changed_in: z.int().positive(),
});
export type Part = z.infer<typeof part>;

const table = z.object({ name: z.string().regex(/^[a-z][a-z0-9_]*$/), sha256: z.string(), parts: z.array(part) });
export type ExportedTable = z.infer<typeof table>;

export const exportManifest = z.object({
  format: z.literal(1),
  installation_id: z.string(),
  profile_id: z.string(),
  /** Counts the exports of the profile that changed something. */
  export: z.int().positive(),
  exported_at: day,
  /** Of the figures. */
  version: z.string(),
  engine: z.string(),
  tables: z.array(table),
  /** Months of which no row is left. */
  gone: z.array(z.object({ table: z.string(), month, gone_in: z.int().positive() })),
});
export type ExportManifest = z.infer<typeof exportManifest>;
