// What figures share: a temporary folder, the client process, and the ground: a data folder with a world of the size requested,
// loaded once, that later figures read, change a little and compute again.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../src/account/keys/index.ts';
import type { Base } from '../src/base/base.ts';
import { readConfig } from '../src/base/config/config.ts';
import { INSTALLATION_KEY_SCOPES } from '../src/base/contract/scopes.ts';
import { closeBase, openBase } from '../src/base/open.ts';
import { type Installed, initInstallation } from '../src/collect/tracking/index.ts';
import { type Service as ServiceHere, startService } from '../src/service.ts';
import { Helper, run, type Service, serve } from './children.ts';
import type { DiskLoad } from './disk-client.ts';
import type { Load, LoadAnswer } from './load.ts';
import { multiply } from './multiplied.ts';
import { quantile } from './numbers.ts';
import { type WorldShape, writeEvents, writeSpend } from './world.ts';

const DAY_MS = 86_400_000;
const SEED = 20_260_301;
const MANY = 1_000_000;

export type Size = '10k' | '100k' | '1m' | '10m' | '30m' | '100m' | '300m';
export const SIZES: Record<Size, number> = {
  '10k': 10_000,
  '100k': 100_000,
  '1m': 1_000_000,
  '10m': 10_000_000,
  '30m': 30_000_000,
  '100m': 100_000_000,
  '300m': 300_000_000,
};

export interface Profile {
  profileId: string;
  workspaceId: string;
  /** Allowed a million requests a minute. */
  apiKey: string;
  trackingKey: string;
}

export interface Place {
  dataDir: string;
  profiles: Profile[];
}

export interface Ground extends Place {
  profile: Profile;
  people: number;
  eventsFile: string;
  spendFile: string;
  shape: WorldShape;
  /** Milliseconds of `backfill events` by the command line, to the last mart. */
  backfillMs: number;
}

export interface BenchOptions {
  size: Size;
  /** Where the ground is kept for the next run, and taken from when it is there; a temporary folder when absent. */
  keep?: string;
  say: (text: string) => void;
}

export class Bench {
  readonly size: Size;
  readonly events: number;
  readonly folder: string;
  readonly say: (text: string) => void;
  readonly #client = new Helper('load-client.ts');
  #disk: Helper | undefined;
  readonly #keep: string | undefined;
  #ground: Promise<Ground> | undefined;
  #next = 1;
  /** What one figure measures for others. */
  readonly notes = new Map<string, number>();

  constructor(options: BenchOptions) {
    this.size = options.size;
    this.events = SIZES[options.size];
    this.say = options.say;
    this.#keep = options.keep;
    if (options.keep !== undefined) mkdirSync(options.keep, { recursive: true });
    this.folder = mkdtempSync(join(options.keep ?? tmpdir(), 'tributary-bench-'));
    process.on('exit', () => rmSync(this.folder, { recursive: true, force: true }));
  }

  async close(): Promise<void> {
    await this.#client.end();
    await this.#disk?.end();
  }

  load(load: Load): Promise<LoadAnswer> {
    return this.#client.ask<LoadAnswer>(load);
  }

  /** What the disk alone makes posts wait that come at this pace, as their p99 in ms. */
  async diskP99(perSecond: number, ms: number): Promise<number> {
    this.#disk ??= new Helper('disk-client.ts');
    const load: DiskLoad = { file: this.newFolder('disk'), perSecond, ms };
    return quantile(await this.#disk.ask<Float64Array>(load), 0.99);
  }

  newFolder(name: string): string {
    this.#next += 1;
    return join(this.folder, `${name}-${this.#next}`);
  }

  /** The world's files. They end with the day before today, so that today is free for what figures send. */
  shape(events = this.events): WorldShape {
    return { seed: SEED, events, until: Math.floor(Date.now() / DAY_MS) * DAY_MS };
  }

  /** A fresh data folder with so many profiles. */
  async place(profiles: number, dataDir = this.newFolder('place')): Promise<Place> {
    const results = await withBase(dataDir, (base) => Array.from({ length: profiles }, (_, i) => install(base, i)));
    return { dataDir, profiles: results };
  }

  ground(): Promise<Ground> {
    this.#ground ??= this.#groundOf(this.size);
    return this.#ground;
  }

  /** The largest are not loaded on their own, which would take hours: they are a smaller one, three to thirty times over. */
  #groundOf(size: Size): Promise<Ground> {
    const lay = (folder: string) =>
      SIZES[size] > SIZES['10m'] ? this.#multiplyGround(folder, SIZES[size] / SIZES['10m']) : this.#layGround(folder, size);
    return this.kept(`ground-${size}`, lay);
  }

  /** What `make` lays into a folder of its own: made once, and taken from there the next time where the bench keeps things. */
  async kept<T extends object>(name: string, make: (folder: string) => Promise<T>): Promise<T> {
    const folder = join(this.#keep ?? this.folder, name);
    const note = join(folder, `${name.split('-')[0]}.json`);
    if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8')) as T;
    rmSync(folder, { recursive: true, force: true });
    const result = await make(folder);
    writeFileSync(note, JSON.stringify(result), { mode: 0o600 });
    return result;
  }

  async #multiplyGround(folder: string, times: number): Promise<Ground> {
    const small = await this.#groundOf('10m');
    const dataDir = join(folder, 'data');
    this.say(`multiplying a world of 10m events by ${times}`);
    await multiply(small.dataDir, dataDir, { profileId: small.profile.profileId, spill: join(this.folder, 'spill'), times });
    this.say('computing it');
    await run(['rebuild', '--data', dataDir]);
    return { ...small, dataDir, people: small.people * times, shape: this.shape(), backfillMs: Number.NaN };
  }

  async #layGround(folder: string, size: Size): Promise<Ground> {
    mkdirSync(folder, { recursive: true });
    const place = await this.place(1, join(folder, 'data'));
    const profile = place.profiles[0] as Profile;
    const shape = this.shape(SIZES[size]);
    const eventsFile = join(folder, 'events.csv');
    const spendFile = join(folder, 'spend.csv');
    this.say(`writing a world of ${size} events`);
    const { people } = await writeEvents(eventsFile, shape);
    await writeSpend(spendFile, shape);
    this.say(`loading it (${Math.round(statSync(eventsFile).size / 1e6)} MB)`);
    await run(['backfill', 'spend', spendFile, '--data', place.dataDir]);
    const began = performance.now();
    const loaded = await run(['backfill', 'events', eventsFile, '--data', place.dataDir]);
    const backfillMs = performance.now() - began;
    if (loaded.accepted !== shape.events) throw new Error(`the world was not taken in: ${JSON.stringify(loaded).slice(0, 500)}`);
    return { ...place, profile, people, eventsFile, spendFile, shape, backfillMs };
  }
}

function install(base: Base, place: number): Profile {
  const result: Installed = initInstallation(base, {
    email: `owner${place}@shop.example`,
    workspace: `Shop ${place}`,
    profile: `Shop ${place}`,
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    domain: 'shop.example',
  });
  const key = createApiKey(base, {
    profileId: result.profile_id,
    name: 'bench',
    scopes: INSTALLATION_KEY_SCOPES,
    ratePerMinute: MANY,
    actor: 'system',
  });
  return {
    profileId: result.profile_id,
    workspaceId: result.workspace_id,
    apiKey: key.secret,
    trackingKey: result.tracking_key,
  };
}

const configOf = (dataDir: string) => readConfig({ dataDir, port: 0, logLevel: 'warn' }, {});

/** Opens the stores of a folder in this process, without pipeline and doors. */
export async function withBase<T>(dataDir: string, work: (base: Base) => Promise<T> | T): Promise<T> {
  const base = await openBase(configOf(dataDir));
  try {
    return await work(base);
  } finally {
    await closeBase(base);
  }
}

/** The service in this process: its handlers and stores can be called beside its address. */
export async function withServiceHere<T>(dataDir: string, work: (service: ServiceHere) => Promise<T>): Promise<T> {
  const service = await startService(configOf(dataDir));
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** All visitors of the bench have one address and one site, so the limits of trackers are lifted. */
const NO_LIMIT = {
  TRIBUTARY_COLLECT_PER_MINUTE: '1000000000',
  TRIBUTARY_COLLECT_PER_ADDRESS: '1000000000',
  TRIBUTARY_COLLECT_PER_PROFILE: '1000000000',
  TRIBUTARY_COLLECT_EVENTS_PER_ADDRESS: '1000000000',
  TRIBUTARY_COLLECT_MB_PER_ADDRESS: '100000',
  TRIBUTARY_COLLECT_EVENTS_PER_PROFILE: '1000000000',
  TRIBUTARY_COLLECT_MB_PER_PROFILE: '100000',
};

/** The service as `tributary serve` starts it, without the limits of trackers. */
export async function withService<T>(dataDir: string, work: (service: Service) => Promise<T>): Promise<T> {
  const service = await serve(dataDir, NO_LIMIT);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}
