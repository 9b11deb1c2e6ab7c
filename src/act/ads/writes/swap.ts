// Duplicate-and-swap: a copy of an ad delivers in its place. The copy is made paused, then activated, then the original is paused; taken back,
// it goes the other way. Each step is read before it is made, so that an attempt after a crash does what is left, and one of both
// delivers in the end: where the last step is refused for good, the first one is taken back.
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import { type AdAccess, callAdPlatform, refusalOfPlatform, requireAdWriteAccess } from '../../connections/index.ts';
import type { StoredWrite } from './plans.ts';
import { isUncertain, readNow, type Sent, send, uncertain } from './sending.ts';
import { asking } from './wanted.ts';

type Status = 'active' | 'paused';

/** The original's state after the step. @throws ApiError; uncertain while both may deliver, so that the job continues. */
export async function swapAds(base: Base, access: AdAccess, write: StoredWrite): Promise<Sent> {
  if (write.copy_id === null) await asking(base, access, () => requireAdWriteAccess(base, access));
  base.state.statement('act/ads/write_send').run({ write_id: write.write_id, now: base.clock.now() });
  const copy = { ...write, target: { type: 'ad', id: write.copy_id ?? (await makeCopy(base, access, write)) } } as const;
  const [on, off] = write.undoes === null ? [copy, write] : [write, copy];
  const first = await setStatus(base, on, 'active').catch((error: unknown) => Promise.reject(lastingOf(write, error)));
  const last = await setStatus(base, off, 'paused').catch(async (error: unknown) => {
    const lasting = lastingOf(write, error);
    if (!(lasting instanceof ApiError) || isUncertain(lasting)) throw lasting;
    await takeBack(base, on);
    throw lasting;
  });
  return write.undoes === null ? last : first;
}

/** There is a copy, so a refusal for a while is no end: another call would make a second one. */
function lastingOf({ platform }: StoredWrite, error: unknown): unknown {
  const isForNow = error instanceof ApiError && !isUncertain(error) && error.retryAfterSeconds !== undefined;
  return isForNow ? uncertain(error.message, platform) : error;
}

/** Until this is done, both deliver: nothing that keeps it from being done is an end. */
async function takeBack(base: Base, on: StoredWrite): Promise<void> {
  try {
    await setStatus(base, on, 'paused');
  } catch (error) {
    throw error instanceof ApiError && !isUncertain(error) ? uncertain(error.message, on.platform) : error;
  }
}

/** The marker finds the copy again whose making was not confirmed. */
async function makeCopy(base: Base, access: AdAccess, write: StoredWrite): Promise<string> {
  const { writes, grant, account, connection } = access;
  const { adSetId, campaignId } = write.place;
  const ad = { id: write.target.id, adSetId, campaignId };
  try {
    const made = await callAdPlatform(access, async () => writes.duplicateAd?.(grant, account, ad, { marker: write.write_id }));
    if (!made) throw new ApiError('not_implemented', `${connection.provider.name} does not let ads be copied.`);
    base.state.statement('act/ads/write_copied').run({ write_id: write.write_id, copy_id: made.adId });
    return made.adId;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const refusal = refusalOfPlatform(base, access, error, 'write');
    throw error.outcome === 'unknown' ? uncertain(refusal.message, write.platform, error) : refusal;
  }
}

/** An ad that is archived or deleted at the platform does not deliver, and never will: it counts as paused, and cannot be activated. */
async function setStatus(base: Base, write: StoredWrite, status: Status): Promise<Sent> {
  const found = await readNow(base, write, false).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== 'not_found') throw uncertain(error.message, write.platform);
    if (status === 'active') throw error;
    return undefined;
  });
  if (!found) return { result: { ...write.plannedOn, status: 'archived' } };
  const { access, now } = found;
  const isOff = status === 'paused' && now.state.status === 'archived';
  if (now.state.status === status || isOff) return { result: now.state };
  return send(base, access, write, { status });
}
