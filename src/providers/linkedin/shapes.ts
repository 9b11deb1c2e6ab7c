// The answers of LinkedIn's marketing API that are read, as far as they are read. Ids come as numbers and leave as texts.
import { z } from 'zod';

const id = z.union([z.string().min(1), z.int().transform(String)]);
const urn = z.string().regex(/^urn:[^:]+:[^:]+:.+/);
const money = z.object({ amount: z.string() });

/** A list, and where its next part is, where there is one. */
const listOf = <Element extends z.ZodType>(element: Element) =>
  z.object({
    elements: z.array(element),
    metadata: z.object({ nextPageToken: z.string().optional() }).optional(),
  });

export const accounts = listOf(
  z.object({
    id,
    name: z.string(),
    currency: z.string().length(3),
    status: z.string(),
    servingStatuses: z.array(z.string()).default([]),
  }),
);

export const accountRoles = listOf(z.object({ account: urn, role: z.string() }));

export const campaignGroup = z.object({
  id,
  name: z.string(),
  status: z.string(),
  dailyBudget: money.optional(),
  totalBudget: money.optional(),
});
export const campaignGroups = listOf(campaignGroup);

export const campaign = campaignGroup.extend({ campaignGroup: urn });
export const campaigns = listOf(campaign);

export const creative = z.object({
  id: urn,
  name: z.string().optional(),
  campaign: urn,
  intendedStatus: z.string(),
  isServing: z.boolean().optional(),
  servingHoldReasons: z.array(z.string()).default([]),
  /** Milliseconds since 1970. */
  createdAt: z.int().nonnegative().optional(),
});
export const creatives = listOf(creative);

export const analytics = z.object({
  elements: z.array(
    z.object({
      dateRange: z.object({ start: z.object({ year: z.int(), month: z.int(), day: z.int() }) }),
      pivotValues: z.array(urn),
      costInLocalCurrency: z.string().optional(),
      impressions: z.int().nonnegative().optional(),
      clicks: z.int().nonnegative().optional(),
      landingPageClicks: z.int().nonnegative().optional(),
      externalWebsiteConversions: z.int().nonnegative().optional(),
      conversionValueInLocalCurrency: z.string().optional(),
    }),
  ),
});
export type AnalyticsElement = z.infer<typeof analytics>['elements'][number];

export const errorBody = z.object({
  serviceErrorCode: z.union([z.string(), z.number().transform(String)]).optional(),
  code: z.string().optional(),
  message: z.string().optional(),
});
