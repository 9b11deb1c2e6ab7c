// The list has an account as it was last read, so for a while after a write it is older than what the platform answered: that is shown instead.
import { type Done, isWaiting } from '../../outside/results.tsx';
import type { AdWrite } from '../../outside/words.ts';
import type { Ad } from './asked.ts';

/** @param writes The latest first. */
export function asWritten(ad: Ad, writes: readonly AdWrite[]): Ad {
  const of = (type: 'ad' | 'adset', id: string | undefined): AdWrite | undefined =>
    writes.find(
      ({ target, platform, applied_at }) =>
        target.type === type &&
        target.id === id &&
        platform === ad.platform &&
        (ad.read_at === null || (applied_at !== null && ad.read_at <= applied_at)),
    );
  const status = of('ad', ad.id)?.live?.status;
  const budget = of('adset', ad.adset?.id)?.live?.daily_budget;
  return {
    ...ad,
    ...(status === undefined || ad.status === null
      ? {}
      : { status: { ...ad.status, configured: status, effective: effectiveOf(ad, status) } }),
    ...(budget?.amount === undefined || budget.amount === null || ad.budget === null
      ? {}
      : { budget: { ...ad.budget, daily: budget.amount } }),
  };
}

type Status = NonNullable<Ad['status']>['effective'];

/** Under a paused parent an ad that is on does not deliver. */
function effectiveOf({ adset, campaign }: Ad, own: Status): Status {
  const isHeld = [adset?.status, campaign?.status].some((status) => status === 'paused');
  return own === 'active' && isHeld ? 'paused' : own;
}

export const writesOf = (done: readonly Done[]): AdWrite[] =>
  done.flatMap(({ outcome }) => (isWaiting(outcome) ? [] : [outcome]));
