// The tables of time zones that this process can read: that of the release (seeds/time/zones.csv), that of the runtime, and a folder of the operating
// system that the operator names. The newest is used, for all zones that it has.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSeed } from '../seeds.ts';
import { namesInZoneFolder, shiftsInZoneFolder, versionOfZoneFolder } from './zone-files.ts';
import type { ZoneShifts } from './zone-shifts.ts';

export interface ZoneTable {
  /** Such as 2026f: later ones are greater texts. */
  version: string;
  origin: 'release' | 'runtime' | 'folder';
  /** Undefined for a zone that it does not have. @param zone In any letters. */
  shiftsOf: (zone: string) => ZoneShifts | undefined;
}

/** Where operating systems keep theirs. */
export const SYSTEM_FOLDER = '/usr/share/zoneinfo';

/** The name of the setting: threads read it from their environment, as they have no settings of the service. */
const ZONEINFO = 'TRIBUTARY_ZONEINFO';

function releaseTable(): ZoneTable {
  const version = readSeed('time/zone_version')[0]?.version ?? '';
  const texts = new Map(
    readSeed('time/zones').flatMap(({ names, shifts }) => names.split(' ').map((name) => [name.toLowerCase(), shifts] as const)),
  );
  return { version, origin: 'release', shiftsOf: (zone) => pairsOf(texts.get(zone.toLowerCase())) };
}

/** `0 3600 954032400 7200`: from which second, and local time minus UTC, in turn. */
function pairsOf(text: string | undefined): ZoneShifts | undefined {
  const numbers = text?.split(' ').map(Number);
  return numbers && Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0]);
}

/** Throws where the folder is no such table. */
export function folderTable(folder: string): ZoneTable {
  const version = versionOfZoneFolder(folder);
  const names = new Map(namesInZoneFolder(folder).map((name) => [name.toLowerCase(), name]));
  const shiftsOf = (zone: string): ZoneShifts | undefined => {
    const name = names.get(zone.toLowerCase());
    return name === undefined ? undefined : shiftsInZoneFolder(folder, name);
  };
  return { version, origin: 'folder', shiftsOf };
}

/** Of tables of one version the first. */
const newestOf = (tables: readonly ZoneTable[]): ZoneTable =>
  tables.reduce((best, table) => (table.version > best.version ? table : best));

let tableInUse: ZoneTable | undefined;

/** The table that zones are read by, from the start of the process to its end. */
export function zoneTable(): ZoneTable {
  if (tableInUse) return tableInUse;
  const runtime: ZoneTable = { version: process.versions['tz'] ?? '', origin: 'runtime', shiftsOf: () => undefined };
  const folder = process.env[ZONEINFO];
  tableInUse = newestOf([releaseTable(), runtime, ...(folder === undefined || folder === '' ? [] : [folderTable(folder)])]);
  return tableInUse;
}

/** The version of a folder's table where it is newer than the one in use. */
export function newerVersionIn(folder: string): string | undefined {
  if (!existsSync(join(folder, 'tzdata.zi'))) return undefined;
  const version = versionOfZoneFolder(folder);
  return version > zoneTable().version ? version : undefined;
}
