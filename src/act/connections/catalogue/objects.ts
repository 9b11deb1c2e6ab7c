// Campaigns, ad sets and ads as facts store them: one form for all platforms, texts of bounded length, budgets as decimals. Equal objects are equal
// texts on any page of the platform's list.
import type { Ad, AdSet, Campaign, Creative } from '../../../providers/ad-platform.ts';

const MAX_LENGTH = { id: 256, name: 500, word: 100, address: 2_000 };
/** The warehouse's range of money. */
const AMOUNT = /^\d{1,12}(?:\.\d{1,6})?$/;

export const OBJECT_TYPES = ['campaign', 'adset', 'ad'] as const;
export type ObjectType = (typeof OBJECT_TYPES)[number];

/** An object of a fact of the kind `ad_objects`; an absent member is one that the platform does not report. */
export interface AdObject {
  type: ObjectType;
  id: string;
  campaign_id?: string | undefined;
  adset_id?: string | undefined;
  name?: string | undefined;
  configured_status?: string | undefined;
  /** `removed` alone of an object that a complete reading did not have. */
  effective_status: string;
  platform_status?: string | undefined;
  objective?: string | undefined;
  daily_budget?: string | undefined;
  lifetime_budget?: string | undefined;
  learning?: string | undefined;
  /** Microseconds since 1970, UTC. */
  created_at?: number | undefined;
  creative?:
    | {
        id: string;
        name?: string | undefined;
        type?: string | undefined;
        landing_page_url?: string | undefined;
        url_tags?: string | undefined;
      }
    | undefined;
}

/** An object that no fact can hold. */
export class ObjectRefused extends Error {}

function idOf(id: string): string {
  if (id === '' || id.length > MAX_LENGTH.id) throw new ObjectRefused('an id is empty or too long');
  return id;
}

function textOf(text: string | undefined, length: number): string | undefined {
  const clean = text?.replaceAll('\u0000', '').slice(0, length).toWellFormed().trim();
  return clean === '' ? undefined : clean;
}

function amountOf(amount: string | undefined): string | undefined {
  if (amount === undefined || AMOUNT.test(amount)) return amount;
  throw new ObjectRefused(`a budget of ${amount.slice(0, 40)} is none`);
}

const budgetsOf = ({ dailyBudget, lifetimeBudget }: Pick<Campaign, 'dailyBudget' | 'lifetimeBudget'>) => ({
  daily_budget: amountOf(dailyBudget),
  lifetime_budget: amountOf(lifetimeBudget),
});

export const campaignObject = (campaign: Campaign): AdObject => ({
  type: 'campaign',
  id: idOf(campaign.id),
  name: textOf(campaign.name, MAX_LENGTH.name),
  effective_status: campaign.status,
  objective: textOf(campaign.objective, MAX_LENGTH.word),
  ...budgetsOf(campaign),
});

export const adSetObject = (adSet: AdSet): AdObject => ({
  type: 'adset',
  id: idOf(adSet.id),
  campaign_id: idOf(adSet.campaignId),
  name: textOf(adSet.name, MAX_LENGTH.name),
  effective_status: adSet.status,
  learning: adSet.learning,
  ...budgetsOf(adSet),
});

export const adObject = (ad: Ad): AdObject => ({
  type: 'ad',
  id: idOf(ad.id),
  campaign_id: idOf(ad.campaignId),
  adset_id: idOf(ad.adSetId),
  name: textOf(ad.name, MAX_LENGTH.name),
  configured_status: ad.configuredStatus,
  effective_status: ad.effectiveStatus,
  platform_status: textOf(ad.platformStatus, MAX_LENGTH.word),
  created_at: microsOf(ad.createdAt),
  creative: ad.creative && creativeOf(ad.creative),
});

const creativeOf = ({ id, name, type, landingPageUrl, urlTags }: Creative): NonNullable<AdObject['creative']> => ({
  id: idOf(id),
  name: textOf(name, MAX_LENGTH.name),
  type,
  landing_page_url: textOf(landingPageUrl, MAX_LENGTH.address),
  url_tags: textOf(urlTags, MAX_LENGTH.address),
});

/** Undefined for a time that is invalid. */
function microsOf(instant: string | undefined): number | undefined {
  const ms = Date.parse(instant ?? '');
  return Number.isFinite(ms) && ms > 0 ? ms * 1000 : undefined;
}
