// Waiting for figures: until everything accepted so far is in them, or until a replay requested is through.
import type { Base } from '../../base/base.ts';
import { WarehouseFailure } from '../../base/warehouse/port.ts';
import { advance, type OnAdvance } from './advance.ts';
import { recordFits } from './fit.ts';
import { takeUpRates } from './rate-decisions.ts';
import { queueReplay, startReplay } from './replays.ts';

/** A damaged file may end the warehouse process twice before it is known to be the cause. */
const LOST_ATTEMPTS = 4;

/**
 * Waits until everything accepted so far is stitched, landed and computed, replays included. With `fit`, the data-driven
 * model is fitted again afterwards and applied.
 */
export async function settle(
  base: Base,
  profileId: string,
  options: { fit?: boolean; onProgress?: OnAdvance } = {},
): Promise<void> {
  await advanceWithReplays(base, profileId, options.onProgress);
  if (await takeUpRates(base, profileId)) await advanceWithReplays(base, profileId, options.onProgress);
  if (options.fit && (await recordFits(base, { profileId })) > 0) await advanceWithReplays(base, profileId, options.onProgress);
}

async function advanceWithReplays(base: Base, profileId: string, onProgress?: OnAdvance): Promise<void> {
  for (;;) {
    await advanceAnew(base, profileId, onProgress);
    const replaying = startReplay(base, profileId, onProgress);
    if (!replaying || !(await replaying)) return;
  }
}

/** A file that is found damaged only now is moved aside by the attempt that finds it: the next one builds it again. */
async function advanceAnew(base: Base, profileId: string, onProgress?: OnAdvance): Promise<void> {
  for (let left = LOST_ATTEMPTS; ; left -= 1) {
    try {
      return await advance(base, profileId, onProgress);
    } catch (error) {
      const isLost = error instanceof WarehouseFailure && (error.reason === 'lost' || error.reason === 'crashed');
      if (!isLost || left <= 1) throw error;
    }
  }
}

/** Runs a full replay now and answers the version reached. */
export async function replay(base: Base, profileId: string, onProgress?: OnAdvance): Promise<{ jobId: string; result: unknown }> {
  const { jobId } = queueReplay(base, profileId, 'requested');
  await advanceWithReplays(base, profileId, onProgress);
  const job = base.state.jobs.byId(jobId);
  if (job?.status !== 'done')
    throw new Error(`The replay did not finish: ${job?.error ?? 'it is still waiting to be tried again'}`);
  return { jobId, result: job.result };
}
