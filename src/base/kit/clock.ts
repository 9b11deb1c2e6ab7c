// The one source of the present moment, so that tests can set it. Nothing else reads the system clock.

export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock for tests: does not move until it is moved. */
export function fakeClock(start: string): Clock & { set(at: string): void; advance(ms: number): void } {
  let at = Date.parse(start);
  return {
    now: () => at,
    set: (text) => {
      at = Date.parse(text);
    },
    advance: (ms) => {
      at += ms;
    },
  };
}
