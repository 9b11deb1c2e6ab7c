// The answers of Snap's Ads API v1 that are read, as far as they are read. Every object is in a wrapper with a status of its own. Fields of objects are
// those of public connectors (2026-11-27); states of review, and the place of the link in a creative, are from memory.
import { z } from 'zod';
import { idText, optional, timezone, wholeNumber } from '../shapes.ts';

const word = optional(z.string());
const name = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

const next = z
  .object({ next_link: word })
  .nullish()
  .transform((found) => found?.next_link);
const page = { paging: next };
const wrapper = { sub_request_status: word };

export interface Wrapped<Inner> {
  status: string | undefined;
  /** Absent where Snap could not read it. */
  inner: Inner | undefined;
}
export interface Page<Inner> {
  rows: Wrapped<Inner>[];
  next: string | undefined;
}

export const account = z.object({ id: idText, name, status: word, currency: z.string().length(3), timezone });
const organization = z.object({ ad_accounts: optional(z.array(account)) });
export const organizations = z
  .object({ ...page, organizations: z.array(z.object({ ...wrapper, organization: organization.nullish() })) })
  .transform(({ paging, organizations: rows }) => ({ rows: rows.map((row) => wrapped(row, row.organization)), next: paging }));

/** Sums are in millionths of the account's currency. */
const campaign = z.object({
  id: idText,
  name,
  status: word,
  objective: word,
  daily_budget_micro: optional(wholeNumber),
  lifetime_spend_cap_micro: optional(wholeNumber),
});
export type Campaign = z.infer<typeof campaign>;
export const campaigns = z
  .object({ ...page, campaigns: z.array(z.object({ ...wrapper, campaign: campaign.nullish() })) })
  .transform(({ paging, campaigns: rows }) => ({ rows: rows.map((row) => wrapped(row, row.campaign)), next: paging }));

const adSquad = z.object({
  id: idText,
  campaign_id: idText,
  name,
  status: word,
  daily_budget_micro: optional(wholeNumber),
  lifetime_budget_micro: optional(wholeNumber),
});
export type AdSquad = z.infer<typeof adSquad>;
export const adSquads = z
  .object({ ...page, adsquads: z.array(z.object({ ...wrapper, adsquad: adSquad.nullish() })) })
  .transform(({ paging, adsquads: rows }) => ({ rows: rows.map((row) => wrapped(row, row.adsquad)), next: paging }));

const creative = z.object({
  id: idText,
  name,
  type: word,
  web_view_properties: optional(z.object({ url: word })),
});
export type Creative = z.infer<typeof creative>;
export const creatives = z
  .object({ ...page, creatives: z.array(z.object({ ...wrapper, creative: creative.nullish() })) })
  .transform(({ paging, creatives: rows }) => ({ rows: rows.map((row) => wrapped(row, row.creative)), next: paging }));

const ad = z.object({
  id: idText,
  ad_squad_id: idText,
  creative_id: optional(idText),
  name,
  status: word,
  review_status: word,
  created_at: word,
});
export type Ad = z.infer<typeof ad>;
export const ads = z
  .object({ ...page, ads: z.array(z.object({ ...wrapper, ad: ad.nullish() })) })
  .transform(({ paging, ads: rows }) => ({ rows: rows.map((row) => wrapped(row, row.ad)), next: paging }));

const stats = z.object({ impressions: optional(wholeNumber), swipes: optional(wholeNumber), spend: optional(wholeNumber) });
const day = z.object({ start_time: z.string().regex(/^\d{4}-\d\d-\d\dT/), stats });
const ofAd = z.object({ id: idText, timeseries: z.array(day) });
const timeseriesStat = z.object({ breakdown_stats: z.object({ ad: optional(z.array(ofAd)) }) });
export type TimeseriesStat = z.infer<typeof timeseriesStat>;
export const reports = z
  .object({ ...page, timeseries_stats: z.array(z.object({ ...wrapper, timeseries_stat: timeseriesStat.nullish() })) })
  .transform(({ paging, timeseries_stats: rows }) => ({
    rows: rows.map((row) => wrapped(row, row.timeseries_stat)),
    next: paging,
  }));

const wrapped = <Inner>(row: { sub_request_status?: string | undefined }, inner: Inner | null | undefined): Wrapped<Inner> => ({
  status: row.sub_request_status,
  inner: inner ?? undefined,
});
