// A table of time zones for the C library (TZDIR) in which every zone has one clock that no zone has, so that a figure which depends on it differs.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Seven hours and thirteen minutes before UTC's. */
const SHIFT_SECONDS = 25_980;
const SHIFT = '+0713';

/** A zone without changes, in the form of RFC 9636: the header, then one type of local time and its name. */
function zoneFile(): Buffer {
  const header = Buffer.alloc(44);
  header.write('TZif');
  // Of the six counts, those of types and of letters of their names.
  header.writeUInt32BE(1, 36);
  header.writeUInt32BE(4, 40);
  const type = Buffer.alloc(6);
  type.writeInt32BE(SHIFT_SECONDS);
  return Buffer.concat([header, type, Buffer.from('ALT\0')]);
}

/** The variables of a process whose C library has this table. @throws Error where the C library of the system does not read it. */
export function alteredTable(folder: string): Record<string, string> {
  const names = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/UTC', 'GMT', 'localtime'];
  for (const name of names) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, zoneFile());
  }
  const environment = { TZDIR: folder, TZ: 'Europe/Berlin' };
  const { stdout } = spawnSync('date', ['+%z'], { env: { ...process.env, ...environment }, encoding: 'utf8' });
  if (stdout?.trim() !== SHIFT)
    throw new Error('The C library of this system does not read TZDIR, so nothing would be shown here.');
  return environment;
}
