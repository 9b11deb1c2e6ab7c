// One request to a platform for a change: noted before it is sent, read back after it, and a failure read by what it says about whether
// the change was made.
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { WriteReceipt } from '../../../providers/ad-platform.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import { type AdAccess, callAdPlatform, openAdAccess, refusalOfPlatform } from '../../connections/index.ts';
import type { LiveState, WriteValue } from '../stored.ts';
import { hasValue, type ReadTarget, readTarget } from './live.ts';
import type { StoredWrite } from './plans.ts';
import { asking } from './wanted.ts';

const DAY_MS = 24 * 3_600_000;

export const isUncertain = ({ cause }: ApiError): boolean => cause instanceof ProviderFailure && cause.outcome === 'unknown';

/** While it is not known whether a begun change was done, nothing that keeps it from being read is an answer. */
export async function readNow(base: Base, write: StoredWrite, isBegun: boolean): Promise<{ access: AdAccess; now: ReadTarget }> {
  try {
    const access = await openAdAccess(base, write.profile_id, write.place);
    return { access, now: await asking(base, access, () => readTarget(access, write.target, write.place)) };
  } catch (error) {
    throw isBegun && error instanceof ApiError ? uncertain(error.message, write.platform) : error;
  }
}

/** For a change that has begun, whatever the platform has of its target now. */
export async function openBegun(base: Base, write: StoredWrite): Promise<AdAccess> {
  try {
    return await openAdAccess(base, write.profile_id, write.place);
  } catch (error) {
    throw error instanceof ApiError ? uncertain(error.message, write.platform) : error;
  }
}

export interface Sent {
  result: LiveState;
  requestId?: string | undefined;
}

/** @throws ApiError; uncertain where the platform has neither confirmed nor refused it, and does not show it. */
export async function send(base: Base, access: AdAccess, write: StoredWrite, value: WriteValue): Promise<Sent> {
  noteRequest(base, write, value);
  try {
    const { requestId } = await callAdPlatform(access, () => request(access, write, value));
    return { result: (await readBack(access, write)) ?? expected(write, value), requestId };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const { requestId } = error.details;
    if (error.outcome === 'unknown') {
      const found = await readBack(access, write);
      if (found && hasValue(found, value)) return { result: found, requestId };
      throw uncertain(refusalOfPlatform(base, access, error, 'write').message, write.platform, error);
    }
    noteRefusal(base, write);
    throw refusalOfPlatform(base, access, error, 'write');
  }
}

/** Before it is sent. */
function noteRequest(base: Base, { write_id, profile_id, platform, target_id }: StoredWrite, value: WriteValue): void {
  const now = base.clock.now();
  base.state.tx(() => {
    base.state.statement('act/ads/write_send').run({ write_id, now });
    if (!('daily_budget' in value)) return;
    base.state.statement('act/ads/budget_requests_forget').run({ before: now - DAY_MS });
    base.state.statement('act/ads/budget_request_add').run({ profile_id, write_id, platform, adset_id: target_id, now });
  });
}

/** The platform has not done it, and will not. A swap has other steps that were carried out. */
function noteRefusal(base: Base, { write_id, kind }: StoredWrite): void {
  base.state.tx(() => {
    if (kind !== 'duplicate_and_swap') base.state.statement('act/ads/write_unsend').run({ write_id });
    if (kind === 'budget') base.state.statement('act/ads/budget_request_drop').run({ write_id });
  });
}

function request(
  access: AdAccess,
  { target, place, write_id: marker, undoes }: StoredWrite,
  value: WriteValue,
): Promise<WriteReceipt> {
  const { writes, grant, account } = access;
  const { adSetId, campaignId } = place;
  if ('daily_budget' in value) {
    if (!writes.setDailyBudget) throw new ApiError('not_implemented', 'The platform has no budgets of ad sets.');
    return writes.setDailyBudget(grant, account, { id: target.id, campaignId }, value.daily_budget.minor_units);
  }
  if ('url_tags' in value) {
    const ad = { id: target.id, adSetId, campaignId };
    if (undoes !== null && value.creative_id !== null && writes.restoreCreative)
      return writes.restoreCreative(grant, account, ad, value.creative_id);
    if (!writes.setUrlTags) throw new ApiError('not_implemented', 'The platform does not let URL parameters of ads be changed.');
    return writes.setUrlTags(grant, account, ad, { urlTags: value.url_tags, marker });
  }
  const status = value.status === 'paused' ? 'paused' : 'active';
  return writes.setAdStatus(grant, account, { id: target.id, adSetId, campaignId }, status);
}

/** Undefined where it cannot be read now. */
async function readBack(access: AdAccess, { target, place }: StoredWrite): Promise<LiveState | undefined> {
  try {
    return (await readTarget(access, target, place)).state;
  } catch (error) {
    if (error instanceof ProviderFailure) return undefined;
    throw error;
  }
}

const expected = ({ plannedOn }: StoredWrite, value: WriteValue): LiveState => ({ ...plannedOn, ...value });

export function uncertain(message: string, platform: string, cause?: ProviderFailure): ApiError {
  const error = new ApiError(
    'provider_error',
    `${message} It is not known yet whether the change was made: this is found out automatically. Repeat the call with the same Idempotency-Key to hear of it.`,
    { provider: platform },
    30,
    503,
  );
  error.cause = cause ?? new ProviderFailure(platform, 'unknown', message);
  return error;
}
