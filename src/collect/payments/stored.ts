// The JSON that this slice stores, by its columns.
import { z } from 'zod';
import { storedJson } from '../../base/kit/stored-json.ts';
import { FIELDS } from './statements/headers.ts';

const count = z.int().nonnegative();
const totals = z.array(z.object({ currency: z.string(), amount: z.string() }));
const counts = z.object({
  sale: count,
  refund: count,
  line: count,
  pending: count,
  failed: count,
  other: count,
  unreadable: count,
  rows: count,
  refunds_of_sales: count,
});
const decimal = z.enum(['.', ',']);
const dateOrder = z.enum(['ymd', 'dmy', 'mdy']);
const field = z.enum(FIELDS);

export const storedFound = storedJson(
  'statement_imports.found',
  z.object({
    written: z.object({
      form: z.enum(['csv', 'tsv', 'xlsx', 'records', 'ofx', 'camt.053', 'mt940']),
      encoding: z.enum(['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'windows-1252']).nullable(),
      delimiter: z.string().nullable(),
      decimal,
      isDecimalFound: z.boolean(),
      dateOrder,
      isDateOrderFound: z.boolean(),
      zone: z.string(),
      isZoneFound: z.boolean(),
      isCurrencyFound: z.boolean(),
    }),
    headerRow: z.int(),
    delimiter: z.string(),
    columns: z.array(z.object({ index: z.int(), header: z.string(), field: field.nullable(), confidence: z.number() })),
    counts,
    totals,
  }),
);

export const storedPlan = storedJson(
  'statement_imports.plan',
  z.object({
    format: z.object({
      format: z.string(),
      title: z.string(),
      zone: z
        .string()
        .optional()
        .transform((zone) => zone),
      ignoresUnknownKinds: z.boolean(),
    }),
    columns: z.partialRecord(field, z.int()),
    decimal,
    dateOrder,
    zone: z.string(),
    currency: z.string(),
    referencePrefix: z.string(),
    until: z.number(),
  }),
);

export const storedResult = storedJson(
  'statement_imports.result',
  z.object({
    counts,
    totals,
    created: count,
    known: count,
    refused: z.array(z.object({ row: z.int(), words: z.string() })),
  }),
);
