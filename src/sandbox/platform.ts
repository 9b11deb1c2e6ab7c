// The sandbox as a thing with a memory: opened from its file, read, and changed, by workspace. A change counts from the next day of the account,
// as real platforms spend a day by the plan that it began with, and is on disk before anybody hears of it.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { readSummed, writeSummed } from '../base/files/summed-json.ts';
import type { Clock } from '../base/kit/clock.ts';
import { localDay } from '../base/kit/time/zone-shifts.ts';
import { SandboxRefusal } from './errors.ts';
import { ACCOUNTS, openMarket } from './market.ts';
import { type Owner, splitShared } from './shared.ts';
import { type Advertiser, type SandboxState, sandboxState, sharedState } from './state.ts';

export interface PlatformOptions {
  /** The data folder. */
  folder: string;
  clock: Clock;
  /** The workspaces that share the advertiser of a file of before, the oldest first. */
  owners?: () => readonly Owner[];
  /** Called with each revision of the file that was written. */
  onSaved?: (revision: number) => void;
}

/** What an advertiser begins with. */
export interface Opening {
  seed?: number;
  scale?: number;
  /** Its campaigns are shown from this many days before today on. */
  historyDays?: number;
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
    if (!existsSync(file)) {
      this.#state = newState();
      this.#save(this.#state);
      return;
    }
    const { state, revision, isCurrent } = readState(file, options.owners);
    this.#state = state;
    this.#revision = revision;
    if (revision === 0 || !isCurrent) this.#save(state);
  }

  get state(): Readonly<SandboxState> {
    return this.#state;
  }

  /** Milliseconds since 1970, as the sandbox has it. */
  now(): number {
    return this.#options.clock.now() + this.#state.clockOffsetMs;
  }

  /** The accounts and ads of a workspace, which its first use opens. */
  open(workspaceId: string, opening: Opening = {}): AdvertiserPlatform {
    if (!this.#has(workspaceId))
      this.change((state) => {
        const today = localDay(this.#options.clock.now(), ACCOUNTS.shop.timezone);
        state.advertisers.push({ workspaceId, ...newMarket(opening, today, state.opened), conversions: [] });
        state.opened += 1;
      });
    return new AdvertiserPlatform(this, workspaceId);
  }

  /** Undefined where the workspace has none. */
  find(workspaceId: string): AdvertiserPlatform | undefined {
    return this.#has(workspaceId) ? new AdvertiserPlatform(this, workspaceId) : undefined;
  }

  /** A workspace that is purged leaves nothing. */
  close(workspaceId: string): void {
    if (!this.#has(workspaceId)) return;
    this.change((state) => {
      state.advertisers = state.advertisers.filter((each) => each.workspaceId !== workspaceId);
      state.grants = state.grants.filter((grant) => grant.workspaceId !== workspaceId);
    });
  }

  #has(workspaceId: string): boolean {
    return this.#state.advertisers.some((each) => each.workspaceId === workspaceId);
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

/** What one workspace reads and changes of the sandbox. */
export class AdvertiserPlatform {
  readonly #platform: SandboxPlatform;
  readonly #workspaceId: string;

  constructor(platform: SandboxPlatform, workspaceId: string) {
    this.#platform = platform;
    this.#workspaceId = workspaceId;
  }

  get state(): Readonly<Advertiser> {
    return advertiserIn(this.#platform.state, this.#workspaceId);
  }

  get done(): Readonly<SandboxState['done']> {
    return this.#platform.state.done;
  }

  now(): number {
    return this.#platform.now();
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

  change<T>(work: (advertiser: Advertiser, whole: SandboxState) => T): T {
    return this.#platform.change((whole) => work(advertiserIn(whole, this.#workspaceId), whole));
  }
}

function advertiserIn({ advertisers }: SandboxState, workspaceId: string): Advertiser {
  const found = advertisers.find((each) => each.workspaceId === workspaceId);
  if (!found) throw new SandboxRefusal('not_found', 'The advertiser was closed.');
  return found;
}

function readState(
  file: string,
  owners: PlatformOptions['owners'],
): { state: SandboxState; revision: number; isCurrent: boolean } {
  try {
    const { revision, value } = readSummed(file);
    const shared = sharedState.safeParse(value);
    if (!shared.success) return { state: sandboxState.parse(value), revision, isCurrent: true };
    return { state: splitShared(shared.data, owners?.() ?? []), revision, isCurrent: false };
  } catch (error) {
    throw new Error(`${file} is not a state of the sandbox. Remove the file to start a new one.`, { cause: error });
  }
}

function newState(): SandboxState {
  const clientSecret = randomBytes(24).toString('base64url');
  return { version: 2, clockOffsetMs: 0, clientSecret, grants: [], done: {}, advertisers: [], opened: 0 };
}

function newMarket({ seed = DEFAULT_SEED, scale = 1, historyDays }: Opening, today: string, earlier: number) {
  const since = historyDays === undefined ? undefined : Temporal.PlainDate.from(today).subtract({ days: historyDays }).toString();
  return openMarket({ seed, scale, today, since, earlier });
}

export function takeId(advertiser: Advertiser): string {
  const id = advertiser.nextId;
  advertiser.nextId = String(BigInt(id) + 2n);
  return id;
}

/** Keeps the answer of a write by its key, the oldest go. */
export function rememberDone(state: SandboxState, key: string, answer: string): void {
  state.done[key] = answer;
  const keys = Object.keys(state.done);
  for (const old of keys.slice(0, Math.max(0, keys.length - MAX_DONE))) delete state.done[old];
}
