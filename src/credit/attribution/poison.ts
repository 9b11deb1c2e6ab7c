// A fact that cannot be landed must not stop the rest: this finds it by halving the round that fails, and quarantines it.
import type { Base } from '../../base/base.ts';
import { WarehouseFailure } from '../../base/warehouse/port.ts';
import { buildAndSwap } from './builder.ts';
import { cursorsStatement, landRound, ROUND_FACTS, reachedOf, withFacts } from './landing.ts';
import { moveCursors } from './models.ts';
import { quarantine } from './quarantine.ts';

/**
 * Lands ever smaller rounds; a single fact that still fails is quarantined, unless it is memory or disk that is wanting: then the
 * fact is blameless and waits. True when the way is free again.
 */
export async function landAroundPoison(base: Base, profileId: string): Promise<boolean> {
  if (!(await base.warehouse.exists(profileId))) {
    await buildAndSwap(base, profileId, { fit: false, quarantines: true });
    return true;
  }
  let limit = ROUND_FACTS;
  for (;;) {
    const failure = await tryRound(base, profileId, limit);
    if (!failure) {
      // What stands before the poison has landed; the poison itself is still ahead until a whole round passes.
      if (limit === ROUND_FACTS) return true;
      limit = Math.min(limit * 2, ROUND_FACTS);
      continue;
    }
    if (limit > 1) {
      limit = Math.ceil(limit / 2);
      continue;
    }
    if (failure.reason !== 'query') return false;
    const poison = await firstWaiting(base, profileId);
    // When a round without any fact fails as well, the fault lies elsewhere, and no fact may pay for it.
    if (poison === undefined || (await tryRound(base, profileId, 0)) || (await tryNothing(base, profileId))) return false;
    base.log.error(
      { profile_id: profileId, seq: poison.toString(), reason: failure.message },
      'a fact cannot be landed and is quarantined',
    );
    quarantine(base, profileId, poison, failure.message.slice(0, 200));
    limit = ROUND_FACTS;
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

async function firstWaiting(base: Base, profileId: string): Promise<bigint | undefined> {
  const reached = reachedOf(await base.warehouse.query({ profileId }, cursorsStatement));
  return withFacts(base, profileId, reached.landedSeq, 1, async (facts) => facts.firstSeq);
}
