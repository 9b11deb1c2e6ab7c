// The state of the sandbox ad platform: its advertisers, one per workspace, with their objects and the changes of these by the day of effect;
// and its grants. It is one JSON file, which is written whole or not at all.
import { z } from 'zod';

/** A value from a day on; the entry with the latest day that has come counts. */
const dated = <Value extends z.ZodType>(value: Value) => z.array(z.object({ from: z.iso.date(), value }));
export interface Dated<Value> {
  from: string;
  value: Value;
}

export const STATUSES = ['ACTIVE', 'PAUSED', 'ARCHIVED'] as const;
const statuses = dated(z.enum(STATUSES));
/** Smallest units of the account's currency a day; empty where another level has the budget. */
const budgets = dated(z.int().nonnegative());

const account = z.object({ id: z.string(), name: z.string(), currency: z.string(), timezone: z.string() });

const campaign = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  objective: z.string(),
  statuses,
  budgets,
});

const adSet = z.object({
  id: z.string(),
  campaignId: z.string(),
  name: z.string(),
  statuses,
  budgets,
  createdOn: z.iso.date(),
  /** Share of a campaign's budget. */
  weight: z.number().positive(),
  /** Days of changes that start learning again. */
  edits: z.array(z.iso.date()),
  /** The spend per day before clicks become dearer, and the price of a click until then; smallest units. */
  audience: z.number().positive(),
  costPerClick: z.number().positive(),
});

const ad = z.object({
  id: z.string(),
  adSetId: z.string(),
  name: z.string(),
  statuses,
  createdOn: z.iso.date(),
  creatives: dated(z.string()),
  /** Share of its ad set's spend. */
  weight: z.number().positive(),
  /** Impressions a click. */
  impressions: z.number().positive(),
  /** From this day on people have seen it too often. */
  tiredFrom: z.iso.date().optional(),
});

const creative = z.object({
  id: z.string(),
  accountId: z.string(),
  name: z.string(),
  kind: z.enum(['image', 'carousel', 'video', 'dynamic']),
  landingPage: z.string(),
  urlTags: z.string(),
  /** What people read, the button, and the video; a state of before has none. */
  texts: z.array(z.string()).default([]),
  button: z.string().optional(),
  video: z.object({ seconds: z.number().positive(), width: z.int().positive(), height: z.int().positive() }).optional(),
});

const grant = z.object({
  id: z.string(),
  accountIds: z.array(z.string()),
  scopes: z.array(z.string()),
  /** SHA-256 of tokens; the last refresh token stays good until the next one was used, as its answer may have been lost. */
  access: z.string(),
  accessEnds: z.number(),
  refresh: z.string(),
  lastRefresh: z.string().optional(),
});

const conversion = z.object({
  accountId: z.string(),
  eventId: z.string(),
  name: z.string(),
  kind: z.enum(['conversion', 'restatement', 'retraction']),
  occurredAt: z.string(),
  value: z.object({ amount: z.string(), currency: z.string() }).nullable(),
});

const market = {
  seed: z.int(),
  nextId: z.string(),
  accounts: z.array(account),
  campaigns: z.array(campaign),
  adSets: z.array(adSet),
  ads: z.array(ad),
  creatives: z.array(creative),
  /** That it was sent; a state of before has none. */
  conversions: z.array(conversion).default([]),
};

/** The accounts of one workspace; no other workspace sees or changes them. */
const advertiser = z.object({ workspaceId: z.string(), ...market });

const platform = {
  /** The simulated now is the service's clock and this. */
  clockOffsetMs: z.number().nonnegative(),
  clientSecret: z.string(),
  /** Answers of writes that must not be done twice, by their key. */
  done: z.record(z.string(), z.string()),
};

/** As it was while all workspaces of an installation shared one advertiser. */
export const sharedState = z.object({ version: z.literal(1), ...platform, ...market, grants: z.array(grant) });

export const sandboxState = z.object({
  version: z.literal(2),
  ...platform,
  grants: z.array(grant.extend({ workspaceId: z.string() })),
  advertisers: z.array(advertiser),
  /** How many advertisers there have been: each has ids of its own. */
  opened: z.int().nonnegative(),
});

export type SharedState = z.infer<typeof sharedState>;
export type SandboxState = z.infer<typeof sandboxState>;
export type SandboxGrant = SandboxState['grants'][number];
export type Advertiser = z.infer<typeof advertiser>;
export type Market = Pick<Advertiser, 'seed' | 'accounts' | 'campaigns' | 'adSets' | 'ads' | 'creatives'>;
/** Drawn once, when the market is opened. */
export type SandboxVideo = NonNullable<z.infer<typeof creative>['video']>;
export type SandboxCampaign = z.infer<typeof campaign>;
export type SandboxAdSet = z.infer<typeof adSet>;
export type SandboxAd = z.infer<typeof ad>;
export type SandboxCreative = z.infer<typeof creative>;
export type SandboxStatus = (typeof STATUSES)[number];

/** The value on a day; undefined before the first entry. */
export const onDay = <Value>(entries: readonly Dated<Value>[], day: string): Value | undefined =>
  entries.findLast(({ from }) => from <= day)?.value;

/** The value that was set last, with an effect now or on a later day. */
export const latest = <Value>(entries: readonly Dated<Value>[]): Value | undefined => entries.at(-1)?.value;

/** Sets a value from a day on; one that was to come is replaced. */
export function setFrom<Value>(entries: Dated<Value>[], from: string, value: Value): void {
  while ((entries.at(-1)?.from ?? '') >= from) entries.pop();
  if (latest(entries) !== value) entries.push({ from, value });
}
