// What others changed of a recommendation's ads since it was made, or since it ended: a change that does what it says, or takes back what was
// done, is named as such. Scores leave out days on which others changed the same ads.
import type { ReadBase } from '../../base/base.ts';
import type { components } from '../../base/contract/types.ts';
import { resolvePlatform } from '../../collect/events/index.ts';
import { type ChangedAd, changesByOthers } from '../ads/index.ts';
import type { AdChange } from '../connections/index.ts';
import type { Recommendation } from './recommendation.ts';
import type { Frozen } from './stored.ts';

type Shown = components['schemas']['RecommendationChangedSince'];
type Effect = Shown['effect'];

const DAY_MS = 86_400_000;
/** For how long after its end a recommendation shows what others changed. */
const SHOWN_MS = 90 * DAY_MS;

const APPLIED: ReadonlySet<string> = new Set(['applied', 'approved']);
/** Another one took its place, or it was never shown as something to do. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['superseded', 'expired']);

const stops = ({ field, after }: AdChange): boolean =>
  field === 'status' && (after === 'paused' || after === 'archived' || after === 'removed');
const starts = ({ field, after }: AdChange): boolean => field === 'status' && after === 'active';

/** Positive for more, 0 for what is no change of an amount. */
function budgetStep({ field, before, after }: AdChange): number {
  const step = field === 'budget' && before !== null && after !== null ? Number(after) - Number(before) : 0;
  return Number.isFinite(step) ? step : 0;
}

/** What a change of the ad does: the same as the recommendation, or its opposite. */
function directionOf(kind: Recommendation['kind'], change: AdChange, isGiving: boolean): 'same' | 'opposite' | undefined {
  if (kind === 'refresh_creative') return change.field === 'creative' || change.field === 'created' ? 'same' : undefined;
  if (kind === 'pause') return stops(change) ? 'same' : starts(change) ? 'opposite' : undefined;
  const step = isGiving ? -budgetStep(change) : budgetStep(change);
  return step > 0 ? 'same' : step < 0 ? 'opposite' : undefined;
}

function effectOf(recommendation: Recommendation, change: AdChange, isGiving: boolean): Effect {
  const direction = directionOf(recommendation.kind, change, isGiving);
  if (APPLIED.has(recommendation.status)) return direction === 'opposite' ? 'undone' : 'other';
  return direction === 'same' ? 'made' : 'other';
}

interface Found {
  change: AdChange;
  effect: Effect;
}

/** Null where nobody else changed its ads. */
export function changedSince(base: ReadBase, recommendation: Recommendation): Shown | null {
  const { profile_id: profileId, platform, account_id, status, created_at, closed_at, evidence } = recommendation;
  if (NOT_SHOWN.has(status)) return null;
  const from = closed_at ?? created_at;
  const time = { from, to: Math.min(base.clock.now() + 1, from + SHOWN_MS) };
  const of = (ad: Omit<ChangedAd, 'platform' | 'account_id'>, isGiving: boolean): Found[] =>
    changesByOthers(base, profileId, { ...ad, platform, account_id }, time).map((change) => ({
      change,
      effect: effectOf(recommendation, change, isGiving),
    }));
  const found = [...(evidence.from ? of(evidence.from, true) : []), ...of(evidence.ad, false)];
  const all = [...new Map(found.map((each) => [each.change.change_id, each])).values()];
  const latest = all.toSorted((a, b) => rank(b) - rank(a))[0];
  return latest ? shownOf(latest, all.length) : null;
}

/** The latest first, and before it the latest that makes the recommendation or takes it back. */
const rank = ({ change, effect }: Found): number => change.changed_at + (effect === 'other' ? 0 : Number.MAX_SAFE_INTEGER / 2);

const instant = (ms: number): string => new Date(ms).toISOString();

function shownOf({ change, effect }: Found, changes: number): Shown {
  const { object_type, object_id, object_name, field, before, after, actor, via, changed_at, changed_after } = change;
  return {
    at: instant(changed_at),
    earliest_at: changed_after === null ? null : instant(changed_after),
    by: actor,
    via,
    object: { type: object_type, id: object_id, name: object_name },
    field,
    before,
    after,
    effect,
    changes,
  };
}

/** How often others changed the ads of frozen arithmetic from when it was frozen to the end of its days, and when last; null for never. */
export function changedWithin(
  base: ReadBase,
  profileId: string,
  frozen: Frozen,
  time: { from: number; to: number },
): { changes: number; last_at: number; by: string | null } | null {
  const { platform, account_id, adset_id } = frozen;
  const ads = [{ ad_id: frozen.ad_id, adset_id }, ...(frozen.from_ad_id === null ? [] : [{ ad_id: frozen.from_ad_id }])];
  const of = { platform: resolvePlatform(platform).platform, account_id };
  const found = ads.flatMap((ad) => changesByOthers(base, profileId, { ...of, ...ad }, time)).filter(hasEffect);
  const last = found.toSorted((a, b) => b.changed_at - a.changed_at)[0];
  const changes = new Set(found.map(({ change_id }) => change_id)).size;
  return last ? { changes, last_at: last.changed_at, by: last.actor } : null;
}

/** A name changes nothing of what is spent and sold. */
const hasEffect = ({ field }: AdChange): boolean => field !== 'name';
