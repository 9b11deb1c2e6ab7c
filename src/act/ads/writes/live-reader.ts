// The reads of the platform that a plan may make first: the present daily budget of an ad set.
import type { Base } from '../../../base/base.ts';
import { openAdAccess } from '../../connections/index.ts';
import type { OfAccount } from './kinds.ts';
import { readTarget } from './live.ts';
import { asking, checkTurn, findPlace } from './wanted.ts';

export interface LiveReader {
  /** @throws ApiError; `budget` is undefined where the ad set has no daily budget of its own. */
  adSet(
    adSetId: string,
    of?: OfAccount,
  ): Promise<{ name: string; currency: string; budget: { minorUnits: number; amount: string | null } | undefined }>;
}

export const liveReader = (base: Base, profileId: string): LiveReader => ({
  adSet: async (adSetId, of) => {
    const target = { type: 'adset', id: adSetId } as const;
    const place = findPlace(base, profileId, target, of);
    // A change refused for the hour's limit makes no request to the platform.
    checkTurn(base, { kind: 'budget', target, place });
    const access = await openAdAccess(base, profileId, place);
    const { name, state, budgetObstacle } = await asking(base, access, () => readTarget(access, target, place));
    const own = budgetObstacle === undefined && 'daily_budget' in state ? state.daily_budget : undefined;
    return {
      name,
      currency: access.account.currency,
      budget: own && { minorUnits: own.minor_units, amount: own.amount },
    };
  },
});
