// Quarantine of facts that cannot be landed, so that they do not stop the rest. Unreadable ones are found by one statement, in any number; the rest
// by halving the round that fails.
import type { Base } from '../../base/base.ts';
import { WarehouseFailure } from '../../base/warehouse/port.ts';
import { buildAndSwap } from './builder.ts';
import { withFacts } from './fact-batches.ts';
import { cursorsStatement, landRound, ROUND_FACTS, reachedOf } from './landing.ts';
import { moveCursors } from './models.ts';
import { quarantine, quarantineUnreadable, reasonOf } from './quarantine.ts';

/**
 * Lands ever smaller rounds; a single fact that still fails is quarantined, unless it is memory or disk that is wanting: then the
 * fact is blameless and waits. True when the way is free again.
 */
export async function landAroundPoison(base: Base, profileId: string): Promise<boolean> {
  if (!(await base.warehouse.exists(profileId))) {
    await buildAndSwap(base, profileId, { fit: false, quarantines: true });
    return true;
  }
  await quarantineNext(base, profileId);
  // The number of next facts that contain one that cannot be landed; the whole round, until one of its parts has failed.
  let suspects = ROUND_FACTS;
  let limit = ROUND_FACTS;
  for (;;) {
    const failure = await tryRound(base, profileId, limit);
    if (!failure) {
      // The facts before the poison have landed; the poison itself is still ahead until a whole round passes.
      if (limit === ROUND_FACTS) return true;
      suspects -= limit;
      if (suspects <= 0) suspects = ROUND_FACTS;
      limit = suspects === ROUND_FACTS ? ROUND_FACTS : Math.ceil(suspects / 2);
      continue;
    }
    // More may have come since.
    if (limit === ROUND_FACTS && (await quarantineNext(base, profileId)) > 0) continue;
    if (limit > 1) {
      suspects = Math.min(limit, await waitingFacts(base, profileId));
      limit = Math.ceil(suspects / 2);
      continue;
    }
    if (failure.reason !== 'query') return false;
    const poison = await firstWaiting(base, profileId);
    // When a round without any fact fails as well, the fault is not in a fact, and none may be put aside for it.
    if (poison === undefined || (await tryRound(base, profileId, 0)) || (await tryNothing(base, profileId))) return false;
    const reason = reasonOf(failure);
    base.log.error(
      { profile_id: profileId, seq: poison.toString(), reason },
      'a fact cannot be landed: it is quarantined and in no figure, other facts are processed. `tributary status` counts such facts; report the reason to the maintainers',
    );
    quarantine(base, profileId, poison, reason);
    suspects = ROUND_FACTS;
    limit = ROUND_FACTS;
  }
}

/** The facts of the next round with an unreadable body: one after the other they would cost the stream a search each. */
async function quarantineNext(base: Base, profileId: string): Promise<number> {
  try {
    const { landedSeq } = reachedOf(await base.warehouse.query({ profileId }, cursorsStatement, { size: 'small' }));
    return await withFacts(base, profileId, landedSeq, ROUND_FACTS, (batch) => quarantineUnreadable(base, { profileId }, batch));
  } catch (error) {
    if (error instanceof WarehouseFailure) return 0;
    throw error;
  }
}

async function tryRound(base: Base, profileId: string, limit: number): Promise<WarehouseFailure | undefined> {
  try {
    await base.warehouse.exclusive(profileId, (write) => landRound(base, profileId, write, limit));
    return undefined;
  } catch (error) {
    if (
      error instanceof WarehouseFailure &&
      (error.reason === 'query' || error.reason === 'busy' || error.reason === 'environment')
    )
      return error;
    throw error;
  }
}

/** A transaction that changes nothing. */
async function tryNothing(base: Base, profileId: string): Promise<WarehouseFailure | undefined> {
  try {
    await base.warehouse.exclusive(profileId, async (write) => {
      const reached = reachedOf((await write([cursorsStatement]))[0] ?? []);
      await write([moveCursors(reached.landedSeq, reached.landedDecision)]);
    });
    return undefined;
  } catch (error) {
    if (error instanceof WarehouseFailure) return error;
    throw error;
  }
}

/** The number of facts that a whole round would take now; at least one. */
async function waitingFacts(base: Base, profileId: string): Promise<number> {
  const { landedSeq } = reachedOf(await base.warehouse.query({ profileId }, cursorsStatement, { size: 'small' }));
  const waiting = Number(base.state.cursor('stitched', profileId) - landedSeq);
  return Math.max(1, Math.min(waiting, ROUND_FACTS));
}

async function firstWaiting(base: Base, profileId: string): Promise<bigint | undefined> {
  const reached = reachedOf(await base.warehouse.query({ profileId }, cursorsStatement, { size: 'small' }));
  return withFacts(base, profileId, reached.landedSeq, 1, async (facts) => facts.firstSeq);
}
