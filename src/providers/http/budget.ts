// Request budgets: the allowed rate of requests to a provider for an account, and the end of a pause that it asked for.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../base/kit/clock.ts';
import { SlidingWindow } from '../../base/kit/limits.ts';

export interface BudgetOptions {
  clock: Clock;
  /** Requests that an account may make within a minute. */
  perMinute: number;
  /** A longer wait is a refusal, so that no worker is blocked by one account. */
  maxWaitMs?: number;
}

const WINDOW_SECONDS = 60;

interface Wait {
  retryAfterMs: number;
  /** Our own number of requests is used up; otherwise the provider asked for a pause. */
  isOwnLimit: boolean;
}

export class RequestBudget {
  readonly #options: Required<BudgetOptions>;
  readonly #window: SlidingWindow;
  readonly #pausedUntil = new Map<string, number>();

  constructor(options: BudgetOptions) {
    this.#options = { maxWaitMs: 30_000, ...options };
    this.#window = new SlidingWindow(options.clock, WINDOW_SECONDS);
  }

  /** Waits for a request of the account to be allowed; answers the remaining wait where it is longer than the budget's maximum. */
  async take(account: string): Promise<Wait | undefined> {
    for (let waitedMs = 0; ; ) {
      const wait = this.#wait(account);
      if (wait === undefined) return undefined;
      if (waitedMs + wait.retryAfterMs > this.#options.maxWaitMs) return wait;
      await pause(wait.retryAfterMs);
      waitedMs += wait.retryAfterMs;
    }
  }

  /** The provider asked for a pause: by a Retry-After, or by a usage header near its limit. */
  pauseAccount(account: string, ms: number): void {
    const until = this.#options.clock.now() + ms;
    if (until > (this.#pausedUntil.get(account) ?? 0)) this.#pausedUntil.set(account, until);
  }

  #wait(account: string): Wait | undefined {
    const pausedMs = (this.#pausedUntil.get(account) ?? 0) - this.#options.clock.now();
    if (pausedMs > 0) return { retryAfterMs: pausedMs, isOwnLimit: false };
    this.#pausedUntil.delete(account);
    const { isOver, resetSeconds } = this.#window.take(account, this.#options.perMinute);
    return isOver ? { retryAfterMs: resetSeconds * 1000, isOwnLimit: true } : undefined;
  }
}
