// The present state of an ad or an ad set at its platform, on which changes are planned and with which they are compared.
import { decimalText, trimmedDecimal, unitsOf } from '../../../base/kit/decimals.ts';
import type { LiveAd, LiveAdSet, UrlTagsObstacle } from '../../../providers/ad-platform.ts';
import type { AdTraits, TagFault } from '../../../report/quality/index.ts';
import { type AdAccess, type AdPlace, callAdPlatform } from '../../connections/index.ts';
import type { LiveState, StoredBudget, WriteValue } from '../stored.ts';
import type { Target } from './kinds.ts';

export interface ReadTarget {
  name: string;
  state: LiveState;
  /** An ad set whose budget is not its own, or not daily. */
  budgetObstacle?: string | undefined;
  /** Of an ad: by what its URL parameters are judged, and what only the platform's present view of it says about them. */
  traits?: AdTraits | undefined;
  tagsObstacle?: TagFault | undefined;
}

const MAX_NAME = 500;
/** Names are texts of others: of bounded length, and no character that is none. */
const nameOf = (name: string): string => name.replaceAll('\u0000', '').slice(0, MAX_NAME).toWellFormed();

/** @throws ProviderFailure */
export async function readTarget(access: AdAccess, target: Target, place: AdPlace): Promise<ReadTarget> {
  const { writes, grant, account } = access;
  const { adSetId, campaignId } = place;
  if (target.type === 'ad') {
    const ad = await callAdPlatform(access, () => writes.readAd(grant, account, { id: target.id, adSetId, campaignId }));
    return {
      name: nameOf(ad.name),
      state: adState(ad),
      traits: traitsOf(ad, place.platform),
      tagsObstacle: ad.urlTagsObstacle && OBSTACLES[ad.urlTagsObstacle],
    };
  }
  const adSet = await callAdPlatform(access, () => writes.readAdSet(grant, account, { id: target.id, campaignId }));
  return { name: nameOf(adSet.name), state: adSetState(adSet), budgetObstacle: obstacleOf(adSet) };
}

const OBSTACLES = {
  catalogue: 'catalogue',
  asset_feed: 'dynamic',
  click_to_message: 'click_to_message',
  unchangeable: 'unchangeable',
} as const satisfies Record<UrlTagsObstacle, TagFault>;

const traitsOf = ({ name, creative, objective, effectiveStatus, platformStatus }: LiveAd, platform: string): AdTraits => ({
  platform,
  ad_name: name,
  url_tags: creative?.urlTags ?? null,
  creative_type: creative?.type ?? null,
  objective: objective ?? null,
  landing_page_url: creative?.landingPageUrl ?? null,
  effective_status: effectiveStatus,
  platform_status: platformStatus,
});

const adState = ({ configuredStatus, effectiveStatus, platformStatus, creative, parents }: LiveAd): LiveState => ({
  status: configuredStatus,
  effective_status: effectiveStatus,
  platform_status: platformStatus,
  creative_id: creative?.id ?? null,
  url_tags: creative?.urlTags ?? null,
  adset_status: parents.adSet,
  campaign_status: parents.campaign,
});

const adSetState = ({ status, budget, learning }: LiveAdSet): LiveState => ({
  status,
  learning: learning ?? null,
  daily_budget: { minor_units: budget?.minorUnits ?? 0, amount: budget === undefined ? null : trimmedDecimal(budget.amount) },
});

function obstacleOf({ budget, campaignId }: LiveAdSet): string | undefined {
  if (budget === undefined) return 'The platform shows no budget of this ad set that could be changed.';
  if (budget.level === 'campaign') return `The budget is at the campaign ${campaignId}, which all its ad sets share.`;
  return budget.period === 'lifetime' ? 'The ad set has a budget for its whole time, and none by the day.' : undefined;
}

/** The part of the state that a change of this kind concerns. */
export const currentTags = (state: LiveState): WriteValue =>
  'url_tags' in state ? { url_tags: state.url_tags ?? '', creative_id: state.creative_id } : currentValue(state);

export const currentValue = (state: LiveState): WriteValue =>
  'daily_budget' in state ? { daily_budget: state.daily_budget } : { status: state.status };

/** True if the target has this value. */
export function hasValue(state: LiveState, value: WriteValue): boolean {
  if ('url_tags' in value) return 'url_tags' in state && (state.url_tags ?? '') === value.url_tags;
  const current = currentValue(state);
  if ('daily_budget' in value)
    return 'daily_budget' in current && current.daily_budget.minor_units === value.daily_budget.minor_units;
  return 'status' in current && current.status === value.status;
}

/** The differences from the state at planning, in words; empty when there are none. */
export function driftOf(planned: LiveState, now: LiveState): string[] {
  if ('daily_budget' in planned) {
    if (!('daily_budget' in now)) return ['the ad set'];
    const [before, after] = [planned.daily_budget.minor_units, now.daily_budget.minor_units];
    return before === after ? [] : [`the daily budget, from ${before} to ${after} smallest units`];
  }
  if ('daily_budget' in now) return ['the ad'];
  return [
    ...(planned.status === now.status ? [] : [`the status, from ${planned.status} to ${now.status}`]),
    ...(planned.creative_id === now.creative_id ? [] : ['the creative']),
  ];
}

/** So many smallest units as decimal text, by the units and the text of another budget of the ad set. */
export function budgetLike({ minor_units: units, amount }: StoredBudget, minorUnits: number): StoredBudget {
  const decimals = amount === null ? undefined : decimalsOf(units, amount);
  return { minor_units: minorUnits, amount: decimals === undefined ? null : decimalText(BigInt(minorUnits), decimals) };
}

const MAX_DECIMALS = 6;

function decimalsOf(units: number, amount: string): number | undefined {
  for (let decimals = amount.split('.')[1]?.length ?? 0; decimals <= MAX_DECIMALS; decimals += 1)
    if (unitsOf(amount, decimals) === BigInt(units)) return decimals;
  return undefined;
}
