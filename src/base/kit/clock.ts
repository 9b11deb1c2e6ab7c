// The one source of the present moment, so that tests can set it. Nothing else reads the system clock.

export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** The machine's time, where this clock is ahead of it. */
  machineNow?(): number;
}

/** The time that others have: what is signed for them, and what they sign, is of this time. */
export const machineTime = (clock: Clock): number => clock.machineNow?.() ?? clock.now();

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
