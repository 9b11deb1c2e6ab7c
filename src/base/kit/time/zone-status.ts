// What `status` says of the table of time zones: its version, and whether this machine has a newer one.
import { newerVersionIn, SYSTEM_FOLDER, zoneTable } from './zone-tables.ts';

export interface TimeZoneStatus {
  /** Of the IANA time zone database, such as 2026f. */
  version: string;
  /** Of this release, of the runtime, or of the folder that TRIBUTARY_ZONEINFO names. */
  origin: 'release' | 'runtime' | 'folder';
}

export function timeZoneStatus(): TimeZoneStatus {
  const { version, origin } = zoneTable();
  return { version, origin };
}

/** @param folder Of the operating system. */
export function timeZoneNotes(folder: string = SYSTEM_FOLDER): string[] {
  const newer = newerVersionIn(folder);
  if (newer === undefined) return [];
  return [
    `Time zones are read by the table ${zoneTable().version}, and this machine has ${newer}: clocks that a law has changed since are an hour wrong. Set TRIBUTARY_ZONEINFO=${folder} and restart the service, or install a newer version.`,
  ];
}
