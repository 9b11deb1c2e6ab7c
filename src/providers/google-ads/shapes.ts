// The answers of the Google Ads API that are read, as far as they are read: names in lowerCamel, int64 as text, default values left out.
import { z } from 'zod';
import { decimal, idText, optional, wholeNumber } from '../shapes.ts';

const word = optional(z.string());

const details = z
  .array(
    z.object({
      errors: z.array(z.object({ errorCode: z.record(z.string(), z.string()).default({}), message: word })).default([]),
      requestId: word,
      retryDelay: word,
    }),
  )
  .default([]);
const error = z.object({ message: word, status: word, details });

export const errorBody = z.object({ error });
/** The error of a write that failed in part. */
export const partialFailure = z.object({ partialFailureError: error });

/** An empty list is left out; an answer with anything else instead is another answer. */
export const accessible = z.union([
  z.object({ resourceNames: z.array(z.string().regex(/^customers\/\d+$/)) }),
  z.strictObject({}).transform((): { resourceNames: string[] } => ({ resourceNames: [] })),
]);

/** Chunks of a stream; one may have no rows. */
export const streamOf = <Row extends z.ZodType>(row: Row) => z.array(z.object({ results: z.array(row).default([]) }));

export const clientRow = z.object({
  customerClient: z.object({
    id: idText,
    descriptiveName: z.string().default(''),
    currencyCode: word,
    timeZone: word,
    manager: z.boolean().default(false),
    status: z.string().default('UNKNOWN'),
  }),
});

const micros = optional(z.string().regex(/^-?\d+$/));

export const campaignRow = z.object({
  campaign: z.object({ id: idText, name: z.string().default(''), status: z.string(), advertisingChannelType: word }),
  campaignBudget: optional(z.object({ amountMicros: micros, totalAmountMicros: micros, period: word })),
});

export const budgetRow = campaignRow.pick({ campaignBudget: true }).extend({
  campaign: z.object({ id: idText, status: z.string() }),
});

export const adGroupRow = z.object({
  campaign: z.object({ id: idText, status: word }),
  adGroup: z.object({ id: idText, name: z.string().default(''), status: z.string() }),
});

export const adRow = z.object({
  campaign: z.object({ id: idText, status: word }),
  adGroup: z.object({ id: idText, status: word }),
  adGroupAd: z.object({
    status: z.string(),
    primaryStatus: word,
    policySummary: optional(z.object({ approvalStatus: word })),
    ad: z.object({
      id: idText,
      name: word,
      type: word,
      finalUrls: z.array(z.string()).default([]),
      finalUrlSuffix: word,
      imageAd: optional(z.object({ imageUrl: word })),
    }),
  }),
});

const resource = z.record(z.string(), z.unknown());
/** The changed resource by its kind, with the fields that changed. */
const resources = optional(z.record(z.string(), resource));
export const changeEventRow = z.object({
  changeEvent: z.object({
    resourceName: z.string().min(1),
    changeDateTime: z.string(),
    changeResourceType: z.string().default('UNKNOWN'),
    changeResourceName: z.string().default(''),
    resourceChangeOperation: word,
    changedFields: word,
    oldResource: resources,
    newResource: resources,
    userEmail: word,
    clientType: word,
    campaign: word,
    adGroup: word,
  }),
});
export const budgetOwner = z.object({
  campaign: z.object({ id: idText, name: z.string().default(''), campaignBudget: word }),
});

export const changed = z.object({ results: z.array(z.object({ resourceName: z.string() })).min(1) });
/** A change that is only checked has no results. */
export const checked = z.object({});

export const spendRow = z.object({
  campaign: z.object({ id: idText, name: word }),
  adGroup: optional(z.object({ id: idText, name: word })),
  adGroupAd: optional(z.object({ ad: z.object({ id: idText, name: word }) })),
  metrics: z.object({
    costMicros: micros,
    impressions: optional(wholeNumber),
    clicks: optional(wholeNumber),
    conversions: optional(decimal),
    conversionsValue: optional(decimal),
  }),
  segments: z.object({ date: z.iso.date() }),
});
export type SpendRow = z.infer<typeof spendRow>;
