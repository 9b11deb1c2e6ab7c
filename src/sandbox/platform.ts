// The sandbox as a thing with a memory: opened from its file, read, and changed. A change counts from the next day of the account, as
// real platforms spend a day by the plan that it began with, and is on disk before anybody hears of it.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { readSummed, writeSummed } from '../base/files/summed-json.ts';
import type { Clock } from '../base/kit/clock.ts';
import { localDay } from '../base/kit/time/zone-shifts.ts';
import { ACCOUNTS, openMarket } from './market.ts';
import { type SandboxState, sandboxState } from './state.ts';

export interface PlatformOptions {
  /** The data folder. */
  folder: string;
  clock: Clock;
  /** The options of a sandbox that does not exist yet. */
  seed?: number;
  scale?: number;
  /** Its campaigns are shown from this many days before today on. */
  historyDays?: number;
  /** Called with each revision of the file that was written. */
  onSaved?: (revision: number) => void;
}

const DEFAULT_SEED = 20_260;
const MAX_DONE = 500;
const DAY_MS = 86_400_000;

export const sandboxFile = (folder: string): string => join(folder, 'sandbox.json');
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export class SandboxPlatform {
  readonly #options: PlatformOptions;
  #state: SandboxState;
  #revision = 0;

  constructor(options: PlatformOptions) {
    this.#options = options;
    const file = sandboxFile(options.folder);
    if (existsSync(file)) {
      const { state, revision } = readState(file);
      this.#state = state;
      this.#revision = revision;
    } else this.#state = newState(options);
    if (this.#revision === 0) this.#save(this.#state);
  }

  get state(): Readonly<SandboxState> {
    return this.#state;
  }

  /** Milliseconds since 1970, as the sandbox has it. */
  now(): number {
    return this.#options.clock.now() + this.#state.clockOffsetMs;
  }

  today(timezone: string): string {
    return localDay(this.now(), timezone);
  }

  /** Share of the account's today that has passed. */
  hoursOfToday(timezone: string): number {
    const now = Temporal.Instant.fromEpochMilliseconds(this.now()).toZonedDateTimeISO(timezone);
    return Math.min(1, (now.epochMilliseconds - now.startOfDay().epochMilliseconds) / DAY_MS);
  }

  /** From which day on a change of now counts. */
  tomorrow(timezone: string): string {
    return Temporal.PlainDate.from(this.today(timezone)).add({ days: 1 }).toString();
  }

  /** Changes a copy of the state, which is on disk when it returns; a change that throws changes nothing. */
  change<T>(work: (state: SandboxState) => T): T {
    const next = structuredClone(this.#state);
    const result = work(next);
    this.#save(next);
    this.#state = next;
    return result;
  }

  /** Lets simulated time pass. */
  advance(ms: number): void {
    if (!(ms >= 0)) throw new RangeError('time goes forwards');
    this.change((state) => {
      state.clockOffsetMs += ms;
    });
  }

  /** Writes the file as it is in memory. */
  rewrite(): void {
    this.#save(this.#state);
  }

  #save(state: SandboxState): void {
    const revision = this.#revision + 1;
    writeSummed(sandboxFile(this.#options.folder), { revision, value: state });
    this.#revision = revision;
    this.#options.onSaved?.(revision);
  }
}

function readState(file: string): { state: SandboxState; revision: number } {
  try {
    const { revision, value } = readSummed(file);
    return { state: sandboxState.parse(value), revision };
  } catch (error) {
    throw new Error(`${file} is not a state of the sandbox. Remove the file to start a new one.`, { cause: error });
  }
}

function newState({ clock, seed = DEFAULT_SEED, scale = 1, historyDays }: PlatformOptions): SandboxState {
  const today = localDay(clock.now(), ACCOUNTS.shop.timezone);
  const since = historyDays === undefined ? undefined : Temporal.PlainDate.from(today).subtract({ days: historyDays }).toString();
  const clientSecret = randomBytes(24).toString('base64url');
  const empty = { grants: [], done: {}, conversions: [] };
  return { version: 1, clockOffsetMs: 0, clientSecret, ...empty, ...openMarket({ seed, scale, today, since }) };
}

export function takeId(state: SandboxState): string {
  const id = state.nextId;
  state.nextId = String(BigInt(id) + 2n);
  return id;
}

/** Keeps the answer of a write by its key, the oldest go. */
export function rememberDone(state: SandboxState, key: string, answer: string): void {
  state.done[key] = answer;
  const keys = Object.keys(state.done);
  for (const old of keys.slice(0, Math.max(0, keys.length - MAX_DONE))) delete state.done[old];
}
