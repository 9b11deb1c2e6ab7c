// The recorded clocks of a profile's time zone: figures and "today" use these, independently of this runtime's zone data. A newer table of zones is
// recorded by another decision; an older one never is, so that services of two versions do not undo each other.
import type { Base, ReadBase } from '../../base/base.ts';
import { dayAt, shiftsOfZone, startOfDay, type ZoneShifts, zoneTableVersion } from '../../base/kit/time/zone-shifts.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { findProfile } from '../places/index.ts';
import { storedShifts } from './stored.ts';

/** Stores the clocks of a zone, and returns what the decision on it says of them. Inside the transaction of the decision. */
export function recordClocks(base: Base, profileId: string, zone: string): { shifts: ZoneShifts; version: string } {
  const [shifts, version] = [shiftsOfZone(zone), zoneTableVersion()];
  base.state
    .statement('account/profiles/profile_zone_put')
    .run({ profile_id: profileId, zone, version, shifts: storedShifts.write(shifts) });
  return { shifts, version };
}

/** Local time against UTC, by when the clocks change. */
export function profileClocks(base: ReadBase, profileId: string): ZoneShifts {
  const row = base.state.statement('account/profiles/profile_zone_get').get({ profile_id: profileId });
  if (row) return storedShifts.read(row.shifts);
  // A folder of an earlier version, until the first upkeep.
  return shiftsOfZone(base.state.statement('account/profiles/profile_get').get({ profile_id: profileId })?.timezone ?? 'UTC');
}

/** The local day of a profile, YYYY-MM-DD, that a moment falls on; now where it is left out. */
export const profileDay = (base: ReadBase, profileId: string, ms: number = base.clock.now()): string =>
  dayAt(profileClocks(base, profileId), ms);

/** The first moment of a local day of a profile, in milliseconds since 1970. */
export const profileDayStart = (base: ReadBase, profileId: string, day: string): number =>
  startOfDay(profileClocks(base, profileId), day);

/** Records the clocks again where this runtime has a newer table of zones; figures are computed again only where they differ. */
export function renewClocks(base: Base): void {
  const version = zoneTableVersion();
  for (const row of base.state.statement('account/profiles/profile_zones_older').all({ version })) {
    if (findProfile(base, row.profile_id)) renewOne(base, row.profile_id, row.timezone, row.shifts);
  }
}

function renewOne(base: Base, profileId: string, zone: string, recorded: string | null): void {
  const isChanged = base.state.tx(() => {
    const clocks = recordClocks(base, profileId, zone);
    if (recorded === storedShifts.write(clocks.shifts)) return false;
    base.state.decide({
      profileId,
      kind: 'setting',
      afterSeq: base.journal.lastSeq(profileId),
      subject: 'timezone',
      payload: { name: 'timezone', value: zone, ...clocks },
      actor: 'system',
      decidedAt: base.clock.now(),
    });
    return true;
  });
  if (!isChanged) return;
  base.log.info({ profile: profileId, zone }, 'the clocks of the time zone changed; the figures are computed again');
  base.signals.emit('decisions', profileId);
}

export const zoneUpkeep = defineSchedule({
  kind: 'time_zones',
  times: { everySeconds: 86_400 },
  leaseSeconds: 120,
  retry: { attempts: 3 },
  failureText: 'the clocks of time zones could not be compared with a newer table; the service retries automatically',
  run: renewClocks,
});
