// The changes that a call requests, and the rules they must meet: the place of the target, the rights of the connection, and the bounds of budgets on
// the platform's present value. Everything here reads; a refused call has written nothing.
import { findReach } from '../../../account/places/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { AdPlaceFault } from '../../../base/contract/slice-hooks.ts';
import { accountForm, resolvePlatform } from '../../../collect/events/index.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import { judgeTags, type TagFault, tagFaultText } from '../../../report/quality/index.ts';
import {
  type AdAccess,
  type AdPlace,
  type FoundAdAccount,
  findAdPlaces,
  openAdAccess,
  refusalOfPlatform,
  requireAdWriteAccess,
} from '../../connections/index.ts';
import type { LiveState, StoredBudget, WriteValue } from '../stored.ts';
import type { OfAccount, PreparedWrite, Target, WantedWrite } from './kinds.ts';
import { budgetLike, currentTags, currentValue, hasValue, type ReadTarget, readTarget } from './live.ts';
import { storedWrite } from './plans.ts';

/** The smallest daily budget, in the platform's smallest units. */
const MIN_BUDGET = 100;
const BUDGET_CHANGES = 4;
const HOUR_MS = 3_600_000;

export const targetOf = (wanted: WantedWrite): Target =>
  wanted.kind === 'budget' ? { type: 'adset', id: wanted.adSetId } : { type: 'ad', id: wanted.adId };

const NOUN = { ad: 'ad', adset: 'ad set' } as const;

/** A platform as figures name it; connections call google `google_ads`. */
const nameOf = (platform: string): string => resolvePlatform(platform).platform;

/** @throws ApiError */
export function findPlace(base: ReadBase, profileId: string, target: Target, { platform, accountId }: OfAccount = {}): AdPlace {
  const wanted = platform === undefined ? undefined : nameOf(platform);
  const formOf = (place: AdPlace, id: string): string => accountForm(nameOf(place.platform), id);
  const places = findAdPlaces(base, profileId, target)
    .filter((place) => wanted === undefined || nameOf(place.platform) === wanted)
    .filter((place) => accountId === undefined || formOf(place, place.accountId) === formOf(place, accountId));
  const [place, ...more] = places;
  if (!place) throw new ApiError('not_found', `The connected accounts of the profile have no such ${NOUN[target.type]}.`);
  if (more.length === 0) return place;
  throw new IdOfSeveral(places);
}

/** The id does not say which of several platforms, or accounts of one, is meant. */
export class IdOfSeveral extends ApiError {
  /** Platforms, or of one the accounts. */
  readonly owners: string;
  constructor(places: readonly AdPlace[]) {
    const platforms = [...new Set(places.map(({ platform }) => nameOf(platform)))];
    const [first = ''] = platforms;
    const accounts = places.map(({ accountId }) => accountId).join(', ');
    const isOfPlatforms = platforms.length > 1;
    super(
      'validation_error',
      isOfPlatforms
        ? `platform: is needed, as this id is used at ${platforms.join(', ')}.`
        : `account_id: is needed, as this id is used in the accounts ${accounts} of ${first}.`,
    );
    this.owners = isOfPlatforms ? platforms.join(' and ') : `${first} in the accounts ${accounts}`;
  }
}

type Turn = Pick<PreparedWrite, 'target' | 'place'> & { kind: string };

/** Checks that need no request to the platform. @throws ApiError */
export function checkTurn(base: ReadBase, { kind, target, place }: Turn): void {
  const { platform } = place;
  if (base.state.statement('act/ads/write_open').get({ platform, target_id: target.id, target_type: target.type }))
    throw new SkippedHere(
      'being_changed',
      `Another change of this ${NOUN[target.type]} is being carried out. Repeat the call when it has ended.`,
    );
  if (kind !== 'budget') return;
  const now = base.clock.now();
  const sent = base.state.statement('act/ads/budget_requests').all({ platform, adset_id: target.id, since: now - HOUR_MS });
  if (sent.length < BUDGET_CHANGES) return;
  const [first] = sent.slice(-BUDGET_CHANGES);
  const seconds = Math.max(1, Math.ceil(((first?.sent_at ?? now) + HOUR_MS - now) / 1000));
  const message = `This service changes the budget of an ad set at most ${BUDGET_CHANGES} times an hour; nothing was sent to the platform.`;
  throw new ApiError('rate_limit_exceeded', message, { provider: platform }, seconds);
}

/** A plan is carried out only where it could be planned now. @throws ApiError */
export function requireLiveProfile(base: ReadBase, profileId: string): void {
  const reach = findReach(base, profileId);
  if (!reach) throw new ApiError('not_found', 'The profile is archived: nothing is written.');
  if (reach.isEntitled) return;
  throw new ApiError(
    'entitlement_required',
    'The app that provisioned the profile has switched attribution off: nothing is written.',
  );
}

/** Reads the target at the platform and works out the change. @throws ApiError */
export async function prepareWrite(base: Base, profileId: string, wanted: WantedWrite): Promise<PreparedWrite> {
  const target = targetOf(wanted);
  const place = findPlace(base, profileId, target, wanted);
  const undone = undoneBy(base, profileId, wanted, target);
  checkTurn(base, { kind: wanted.kind, target, place });
  const access = await openAdAccess(base, profileId, place);
  requireAbility(access, wanted.kind);
  const read = await asking(base, access, async () => {
    await requireAdWriteAccess(base, access);
    return readTarget(access, target, place);
  });
  return {
    kind: wanted.kind,
    target,
    place,
    name: read.name,
    currency: access.account.currency,
    plannedOn: read.state,
    before: wanted.kind === 'url_tags' ? currentTags(read.state) : currentValue(read.state),
    after: newValue(wanted, read, {
      undone,
      isHealthcare: findReach(base, profileId)?.isHealthcare !== false,
    }),
    undoes: undone?.write_id ?? null,
    copyId: undone?.copy_id ?? null,
  };
}

export async function asking<T>(base: Base, access: AdAccess, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof ProviderFailure ? refusalOfPlatform(base, access, error, 'read') : error;
  }
}

export const canSetUrlTags = ({ writes }: FoundAdAccount): boolean => writes.setUrlTags !== undefined;

export function requireAbility(found: FoundAdAccount, kind: PreparedWrite['kind']): void {
  const { writes, connection } = found;
  if (kind === 'url_tags' && !canSetUrlTags(found))
    throw new SkippedHere('not_supported', `${connection.provider.name} does not let URL parameters of ads be changed.`);
  if (kind === 'duplicate_and_swap' && !writes.duplicateAd)
    throw new ApiError('not_implemented', `${connection.provider.name} does not let ads be copied.`);
  if (kind !== 'budget' || writes.setDailyBudget) return;
  throw new ApiError('not_implemented', `${connection.provider.name} has no budgets of ad sets: the budget is at the campaign.`);
}

type Undone = NonNullable<ReturnType<typeof storedWrite>>;

function undoneBy(base: ReadBase, profileId: string, wanted: WantedWrite, target: Target): Undone | undefined {
  const id = wanted.kind === 'budget' ? ('undoOf' in wanted.to ? wanted.to.undoOf : undefined) : wanted.undoOf;
  if (id === undefined) return undefined;
  const found = storedWrite(base, profileId, id);
  if (found?.target_type !== target.type || found.target_id !== target.id)
    throw new ApiError('not_found', `undo_of: the profile has no such change of this ${NOUN[target.type]}.`);
  if (found.status !== 'applied')
    throw new ApiError('invalid_state', `undo_of: that change is ${found.status}, so there is nothing to undo.`);
  return found;
}

function newValue(
  wanted: WantedWrite,
  read: ReadTarget,
  { undone, isHealthcare }: { undone: Undone | undefined; isHealthcare: boolean },
): WriteValue {
  const { state, budgetObstacle } = read;
  if (undone && !hasValue(state, undone.after))
    throw new ApiError('invalid_state', 'undo_of: the platform has another value by now, so that change cannot be taken back.');
  if (wanted.kind === 'url_tags') return undone ? tagsBefore(undone, state) : newTags(read, isHealthcare);
  if (wanted.kind !== 'budget') return newStatus(wanted.kind, state, undone);
  if (budgetObstacle !== undefined) throw new ApiError('invalid_state', budgetObstacle);
  if (!('daily_budget' in state)) throw new Error('an ad set has a budget');
  if (state.status === 'archived') throw new ApiError('invalid_state', 'The ad set is archived.');
  if (undone) return undone.before;
  return { daily_budget: newBudget(wanted.to, state.daily_budget) };
}

function newStatus(
  kind: Exclude<WantedWrite['kind'], 'budget' | 'url_tags'>,
  state: LiveState,
  undone: Undone | undefined,
): WriteValue {
  if (state.status !== 'active' && state.status !== 'paused')
    throw new ApiError(
      'invalid_state',
      `The ad is ${state.status === 'archived' ? 'archived' : 'neither active nor paused'} at the platform.`,
    );
  if (kind === 'duplicate_and_swap') return swapped(state, undone);
  const status = kind === 'pause' ? 'paused' : 'active';
  if (undone && !('status' in undone.before && undone.before.status === status))
    throw new ApiError('invalid_state', `undo_of: that change is not taken back by a ${kind}.`);
  return { status };
}

type SkipReason = TagFault | Exclude<AdPlaceFault, 'id_at_several_platforms'>;

/** A change that this ad or ad set does not get now; of many ads it is listed, and keeps none of the others. */
export class SkippedHere extends ApiError {
  readonly reason: SkipReason;
  constructor(reason: SkipReason, message: string) {
    super('invalid_state', message);
    this.reason = reason;
  }
}

/** The ad's own parameters, and what they lack to name the ad: judged as the list of ads judges what was last read. */
function newTags({ state, traits, tagsObstacle }: ReadTarget, isHealthcare: boolean): WriteValue {
  if (!traits) throw new Error('an ad has URL parameters');
  const { tags, fault } = judgeTags(traits, isHealthcare);
  const found = state.status === 'archived' ? 'not_active' : (tagsObstacle ?? fault);
  if (found || tags === null) throw new SkippedHere(found ?? 'no_template', tagFaultText(found ?? 'no_template'));
  return { url_tags: tags, creative_id: null };
}

/** The creative that the change has made is replaced, and no other that has the same parameters. */
function tagsBefore({ result, after, before }: Undone, state: LiveState): WriteValue {
  const made = result && hasValue(result, after) && 'creative_id' in result ? result.creative_id : null;
  if (made !== null && 'creative_id' in state && state.creative_id !== made)
    throw new ApiError('invalid_state', 'undo_of: the ad shows another creative by now, so that change cannot be taken back.');
  return before;
}

/** Only an active ad is replaced by a copy. */
function swapped(state: LiveState, undone: Undone | undefined): WriteValue {
  if (undone && undone.kind === 'duplicate_and_swap' && undone.copy_id !== null) return undone.before;
  if (undone) throw new ApiError('invalid_state', 'undo_of: that change has made no copy.');
  if (state.status !== 'active')
    throw new ApiError('invalid_state', 'The ad is paused: a copy would not take anything over from it.');
  return { status: 'paused' };
}

/** At most half more or half less than now, and at least 100 smallest units. */
function newBudget(
  to: { minorUnits: number } | { changePercent: number } | { undoOf: string },
  live: StoredBudget,
): StoredBudget {
  const units =
    'minorUnits' in to
      ? to.minorUnits
      : Math.round(live.minor_units * (1 + ('changePercent' in to ? to.changePercent : 0) / 100));
  const isNear = 2 * Math.abs(units - live.minor_units) <= live.minor_units;
  if (!Number.isSafeInteger(units) || units < MIN_BUDGET || !isNear) {
    const [lowest, highest] = [Math.max(MIN_BUDGET, Math.ceil(live.minor_units / 2)), Math.floor(live.minor_units * 1.5)];
    const possible =
      lowest <= highest
        ? `One change can set ${lowest} to ${highest}.`
        : `Half more is less than ${MIN_BUDGET}, the least that can be set.`;
    throw new ApiError(
      'budget_change_out_of_bounds',
      `The daily budget is ${live.minor_units} smallest units now. ${possible} Nothing was written.`,
      { live_minor_units: live.minor_units, min_minor_units: lowest, max_minor_units: highest },
    );
  }
  return budgetLike(live, units);
}
