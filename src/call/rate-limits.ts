// Rate limits of a credential: its own number of requests in any minute; where that number is the default, a separate, larger one for the intake
// operations; and one of its own for each operation whose contract says so. Counted in this process.
import { DEFAULT_RATE_PER_MINUTE } from '../account/keys/index.ts';
import { ApiError } from '../base/contract/api-error.ts';
import type { ContractOperation } from '../base/contract/document.ts';
import type { Principal } from '../base/contract/operation.ts';
import type { Clock } from '../base/kit/clock.ts';
import { SlidingWindow } from '../base/kit/limits.ts';

const WINDOW_SECONDS = 60;
const INTAKE_PER_MINUTE = 6_000;

/** The values of the answer's headers. */
export interface Rate {
  /** `default`, `intake`, or the operation with a limit of its own. */
  policy: string;
  limit: number;
  remaining: number;
  resetSeconds: number;
  /** Epoch seconds. */
  resetAt: number;
}

/** A refusal that still tells how the limit is. */
export class RateExceeded extends ApiError {
  readonly rate: Rate;
  constructor(rate: Rate) {
    super('rate_limit_exceeded', `More than ${rate.limit} requests in a minute.`, {}, rate.resetSeconds);
    this.rate = rate;
  }
}

/** The subject of a limit; a door whose calls are no operations names its own. */
export type Limited = Pick<ContractOperation, 'id' | 'isIntake' | 'rateLimit'>;

export type RateLimits = (principal: Principal, operation: Limited) => Rate;

export function createRateLimits(clock: Clock): RateLimits {
  const window = new SlidingWindow(clock, WINDOW_SECONDS);
  return (principal, operation) => {
    const { policy, limit } = policyFor(principal, operation);
    const { isOver, remaining, resetSeconds } = window.take(`${policy}:${principal.credentialId}`, limit);
    const rate = { policy, limit, remaining, resetSeconds, resetAt: Math.ceil(clock.now() / 1000) + resetSeconds };
    if (isOver) throw new RateExceeded(rate);
    return rate;
  };
}

function policyFor({ ratePerMinute }: Principal, { id, isIntake, rateLimit }: Limited): Pick<Rate, 'policy' | 'limit'> {
  if (rateLimit !== undefined) return { policy: id, limit: Math.min(rateLimit, ratePerMinute) };
  if (isIntake && ratePerMinute === DEFAULT_RATE_PER_MINUTE) return { policy: 'intake', limit: INTAKE_PER_MINUTE };
  return { policy: 'default', limit: ratePerMinute };
}
