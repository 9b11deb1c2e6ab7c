// Writes the seed of time zones from a folder of zone files, such as /usr/share/zoneinfo of Debian's package tzdata, if its table is newer.
// usage: bin/run node bin/seeds/zones.ts FOLDER SOURCE
import { writeFileSync } from 'node:fs';
import { projectFile } from '../../src/base/kit/paths.ts';
import { readSeed } from '../../src/base/kit/seeds.ts';
import { namesInZoneFolder, shiftsInZoneFolder, versionOfZoneFolder } from '../../src/base/kit/time/zone-files.ts';

const [folder, source] = process.argv.slice(2);
if (folder === undefined || source === undefined) throw new Error('usage: bin/run node bin/seeds/zones.ts FOLDER SOURCE');

/** No place: what a machine shows before somebody sets it up. */
const NO_ZONES = ['Factory'];

const version = versionOfZoneFolder(folder);
const present = readSeed('time/zone_version')[0]?.version ?? '';
if (version < present) throw new Error(`The seed has the table ${present}, which is newer than ${version}.`);

/** Zones with the same clocks since 2000 share a row. */
const namesByShifts = new Map<string, string[]>();
for (const name of namesInZoneFolder(folder).sort()) {
  if (NO_ZONES.includes(name)) continue;
  const shifts = shiftsInZoneFolder(folder, name).flat().join(' ');
  namesByShifts.set(shifts, [...(namesByShifts.get(shifts) ?? []), name]);
}

writeFileSync(
  projectFile('seeds/time/zones.csv'),
  [
    '# The clocks of time zones from 2000 to 2069, written by bin/seeds/zones.ts: from which second since 1970, and local time minus UTC in seconds, in turn.',
    'names,shifts',
    ...[...namesByShifts].map(([shifts, names]) => `${names.join(' ')},${shifts}`),
    '',
  ].join('\n'),
);
writeFileSync(
  projectFile('seeds/time/zone_version.csv'),
  [
    '# The version of the IANA time zone database that seeds/time/zones.csv holds, where it was read, and when.',
    'version,source,looked_up',
    `${version},${source},${new Date().toISOString().slice(0, 10)}`,
    '',
  ].join('\n'),
);
console.log(
  `${version}: ${[...namesByShifts.values()].flat().length} zones, ${namesByShifts.size} of them with clocks of their own.`,
);
