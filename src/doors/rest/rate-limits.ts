// How often a credential may call: its own number of requests a minute, and for the intake operations a separate, larger one.
// Counted in this process, per credential.
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ContractOperation } from '../../base/contract/document.ts';
import type { Principal } from '../../base/contract/operation.ts';
import type { Clock } from '../../base/kit/clock.ts';

const WINDOW_SECONDS = 60;
const INTAKE_PER_MINUTE = 6_000;

/** What the answer's headers say. */
export interface Rate {
  policy: 'default' | 'intake';
  limit: number;
  remaining: number;
  resetSeconds: number;
  /** Epoch seconds. */
  resetAt: number;
}

/** A refusal that still tells how the limit stands. */
export class RateExceeded extends ApiError {
  readonly rate: Rate;
  constructor(rate: Rate) {
    super('rate_limit_exceeded', `More than ${rate.limit} requests in a minute.`, {}, rate.resetSeconds);
    this.rate = rate;
  }
}

export function createRateLimits(clock: Clock): (principal: Principal, operation: ContractOperation) => Promise<Rate> {
  // One limiter per size of limit; there are few sizes and many credentials.
  const limiters = new Map<number, RateLimiterMemory>();
  const limiterOf = (points: number): RateLimiterMemory => {
    const known = limiters.get(points);
    if (known) return known;
    const made = new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
    limiters.set(points, made);
    return made;
  };
  return async (principal, operation) => {
    const policy = operation.isIntake ? 'intake' : 'default';
    const limit = operation.isIntake ? Math.max(INTAKE_PER_MINUTE, principal.ratePerMinute) : principal.ratePerMinute;
    const rateOf = (standing: RateLimiterRes): Rate => {
      const resetSeconds = Math.max(1, Math.ceil(standing.msBeforeNext / 1000));
      const resetAt = Math.ceil(clock.now() / 1000) + resetSeconds;
      return { policy, limit, remaining: Math.max(0, standing.remainingPoints), resetSeconds, resetAt };
    };
    try {
      return rateOf(await limiterOf(limit).consume(`${policy}:${principal.credentialId}`));
    } catch (refused) {
      if (refused instanceof Error) throw refused;
      throw new RateExceeded(rateOf(refused as RateLimiterRes));
    }
  };
}
