// The answers of Amazon's advertising API that are read, as far as they are read: profiles (v2), Sponsored Products (v3) and reports (v3), by a public
// connector's requests (2026-11-27), Sponsored Brands (v4) and Display (v3) by the vendor's documents (2026-11-30). Money is in whole units of the profile's currency, as numbers.
import { z } from 'zod';
import { decimal, idText, optional, timezone, wholeNumber } from '../shapes.ts';

const word = optional(z.string());
const name = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

export const profiles = z.array(
  z.object({
    profileId: idText,
    countryCode: word,
    currencyCode: z.string().length(3),
    timezone,
    accountInfo: optional(z.object({ name: word, type: word, validPaymentMethod: optional(z.boolean()) })),
  }),
);
export type Profile = z.infer<typeof profiles>[number];

const nextToken = word;
const campaign = z.object({
  campaignId: idText,
  name,
  state: word,
  budget: optional(z.object({ budget: optional(decimal), budgetType: word })),
});
export type Campaign = z.infer<typeof campaign>;
export const campaigns = z
  .object({ campaigns: z.array(campaign), nextToken })
  .transform(({ campaigns: rows, nextToken: next }) => ({ rows, next }));

const adGroup = z.object({ adGroupId: idText, campaignId: idText, name, state: word });
export type AdGroup = z.infer<typeof adGroup>;
export const adGroups = z
  .object({ adGroups: z.array(adGroup), nextToken })
  .transform(({ adGroups: rows, nextToken: next }) => ({ rows, next }));

const ad = z.object({ adId: idText, adGroupId: idText, campaignId: idText, name: word, state: word, asin: word, sku: word });
export type Ad = z.infer<typeof ad>;
export const productAds = z
  .object({ productAds: z.array(ad), nextToken })
  .transform(({ productAds: rows, nextToken: next }) => ({ rows, next }));
export const brandAds = z.object({ ads: z.array(ad), nextToken }).transform(({ ads: rows, nextToken: next }) => ({ rows, next }));

/** Budgets of Brands and Display are of the campaign itself. */
const budgeted = z
  .object({ campaignId: idText, name, state: word, budget: optional(decimal), budgetType: word, budgettype: word })
  .transform(({ budget, budgetType, budgettype, ...campaign }) => ({
    ...campaign,
    budget: { budget, budgetType: budgetType ?? budgettype },
  }));
export const brandCampaigns = z
  .object({ campaigns: z.array(budgeted), nextToken })
  .transform(({ campaigns: rows, nextToken: next }) => ({ rows, next }));
export const displayCampaigns = z.array(budgeted);
export const displayAdGroups = z.array(adGroup);
export const displayAds = z.array(ad);

const SAME_ORDER = /duplicate of\s*:\s*([\w.-]+)/i;
/** A new report, or the one that the same order has begun already. */
export const ordered = z.union([
  z.object({ reportId: z.string().min(1) }).transform(({ reportId }) => reportId),
  z
    .object({ detail: z.string().regex(SAME_ORDER) })
    .transform(({ detail }) => SAME_ORDER.exec(detail)?.[1] ?? '')
    .pipe(z.string().min(1)),
]);

export const prepared = z.object({ status: z.string(), url: word, failureReason: word });

export const rows = z.array(
  z.object({
    date: z.string().regex(/^\d{4}-\d\d-\d\d/),
    campaignId: idText,
    campaignName: word,
    adGroupId: optional(idText),
    adGroupName: word,
    adId: optional(idText),
    campaignBudgetCurrencyCode: word,
    cost: optional(decimal),
    impressions: optional(wholeNumber),
    clicks: optional(wholeNumber),
  }),
);
export type Row = z.infer<typeof rows>[number];
