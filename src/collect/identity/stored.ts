// The JSON that this slice stores, by its columns, or by what seals it.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';

const texts = z.array(z.string());
const count = z.int().nonnegative();
/** Numbers and keys, in digits. */
const digits = z.array(z.string().regex(/^\d+$/));

export const storedReasons = storedJson('proposals.match_reasons', texts);
export const storedMembers = storedJson('erasures.members', digits);
export const storedNames = storedJson('erasures.named', texts);
export const storedReport = storedJson(
  'erasures.report',
  z.object({
    identifiers: count,
    browsers: count,
    click_ids: count,
    facts: count,
    archive_segments: count,
    figures: z.record(z.string(), z.union([z.number(), z.string()])),
    backups_told: count,
    backups_not_reached: count,
  }),
);
export const sealedWork = storedJson(
  'erasures.work',
  z.object({
    stage: z.enum(['asked', 'restored', 'taken', 'gathered']),
    secret: z.string(),
    upTo: z.string(),
    visitors: digits,
    identifiers: digits,
    clicks: z.array(z.object({ kind: z.string(), value: z.string(), key: z.string().exactOptional() })),
    keptPaths: texts,
    outcomes: z.array(z.tuple([z.string(), z.string()])),
  }),
);
const text = z.string().exactOptional();
export const sealedDetails = storedJson(
  'customer_details.sealed',
  z.object({ birth_date: text, address: text, city: text, postcode: text }),
);
