// The files of `tributary demo` beside the stores of its data folder: the world's options, the ids and the key of its profile, the truth of
// the world, and the number of its loaded days.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { SHOP } from '../../../seeds/demo/shop.ts';
import { writeDurably } from '../../base/files/durable.ts';
import { readJson } from '../../base/kit/stored-json.ts';
import type { Opening } from '../../sandbox/index.ts';

export const WORLD = { seed: 20_260, days: 120, size: 1 };
/** Its ads begin with the world. */
export const SANDBOX: Opening = { seed: WORLD.seed, scale: WORLD.size, historyDays: WORLD.days };

/** Readable by its owner alone: a key is shown once and stored as a hash, the demo's is wanted again. */
const storedIds = z.object({ workspace_id: z.string(), profile_id: z.string(), api_key: z.string(), is_loaded: z.boolean() });
export type DemoIds = z.infer<typeof storedIds>;
/** The demo's description of its world. */
const truth = z.looseObject({ events: z.number(), first_day: z.iso.date(), last_day: z.iso.date() });
export type DemoTruth = z.infer<typeof truth>;
const storedDays = z.object({
  /** The instant up to which events are loaded. */
  loaded_until: z.int(),
  /** The day that an advance ends on; absent while none is under way. */
  until: z.iso.date().optional(),
  /** Events of all days after the world's own. */
  events: z.int(),
});
export type DemoDays = z.infer<typeof storedDays>;

export const demoFolder = (dataDir: string): string => join(dataDir, 'demo');

function read<T>(dataDir: string, name: string, shape: z.ZodType<T>): T | undefined {
  const file = join(demoFolder(dataDir), name);
  return existsSync(file) ? readJson(name, shape, readFileSync(file, 'utf8')) : undefined;
}

const write = (dataDir: string, name: string, value: object): void =>
  writeDurably(join(demoFolder(dataDir), name), `${JSON.stringify(value, undefined, 2)}\n`);

export const readDemoIds = (dataDir: string): DemoIds | undefined => read(dataDir, 'demo.json', storedIds);
export const writeDemoIds = (dataDir: string, ids: DemoIds): void => write(dataDir, 'demo.json', ids);
export const readDemoTruth = (dataDir: string): DemoTruth | undefined => read(dataDir, 'truth.json', truth);

export function readDemoDays(dataDir: string, { first_day }: DemoTruth): DemoDays {
  const own = Temporal.PlainDate.from(lastOwnDay(first_day)).add({ days: 1 }).toZonedDateTime(SHOP.timezone);
  return read(dataDir, 'days.json', storedDays) ?? { loaded_until: own.epochMilliseconds - 1, events: 0 };
}
export const writeDemoDays = (dataDir: string, days: DemoDays): void => write(dataDir, 'days.json', days);

/** The last whole day that is loaded. */
export const lastWholeDay = ({ loaded_until }: DemoDays): string =>
  Temporal.Instant.fromEpochMilliseconds(loaded_until + 1)
    .toZonedDateTimeISO(SHOP.timezone)
    .toPlainDate()
    .subtract({ days: 1 })
    .toString();

/** The last day that the world had when it was made. */
export const lastOwnDay = (firstDay: string): string =>
  Temporal.PlainDate.from(firstDay)
    .add({ days: WORLD.days - 1 })
    .toString();
