// Appointments of customers as outcomes, of the calendars that a person has chosen for it. An event counts once, from when it was booked: one that moves stays the same
// outcome, and one that is cancelled, or declined by the customer, is withdrawn. Events of nobody known count nothing and are stored nowhere.
import { createHash } from 'node:crypto';
import { personById } from '../../../account/people/index.ts';
import { findProfile, workspaceMembers } from '../../../account/places/index.ts';
import type { Base, ReadBase } from '../../../base/base.ts';
import { customerByEmail } from '../../../collect/identity/index.ts';
import type { AdAccount, Grant } from '../../../providers/ad-platform.ts';
import type { CalendarEvent, CalendarSource } from '../../../providers/calendar-source.ts';
import type { AppointmentRecord } from '../../../providers/record-source.ts';
import type { SyncedAccount } from '../account-reading.ts';
import { renewingOnce } from '../grants.ts';
import { applyRecords, countedAppointments, noteEnds, withdrawUnmapped } from '../records/apply.ts';
import { mappingOf } from '../records/mapping.ts';

const DAY_MS = 86_400_000;
/** Together the longest period that is read at once. */
const PAST_MS = 30 * DAY_MS;
const AHEAD_MS = 60 * DAY_MS;
/** So long after its end an event that is not in its place may have been cancelled. */
const OPEN_MS = DAY_MS;

interface CalendarReading {
  source: CalendarSource;
  grant: Grant;
  account: AdAccount;
}

/** Answers how many appointments have changed. @throws ProviderFailure */
export async function readAppointments(base: Base, synced: SyncedAccount, reading: CalendarReading): Promise<number> {
  const { connectionId, profileId, provider } = synced.connection;
  const { id: accountId } = reading.account;
  const origin = { profileId, provider: provider.id, accountId: nameOf(accountId) };
  const mapping = (mappingOf(base, connectionId) ?? []).filter(({ kind, id }) => kind === 'calendar' && id === accountId);
  if (mapping.length === 0) {
    withdrawUnmapped(base, { origin, mapping });
    return 0;
  }
  const readAt = base.clock.now();
  const isTheirs = customersOf(base, profileId, accountId, reading.account.loginAccountId);
  const { events, isWhole } = await eventsOf(reading, readAt);
  const found = appointmentsOf(events, accountId, isTheirs);
  if (isWhole) found.push(...(await missing(base, origin, reading, { found, readAt, isTheirs })));
  const { changed } = await applyRecords(
    base,
    { origin, mapping, sources: [], currency: '', readAt },
    found.map(({ record }) => record),
  );
  noteEnds(
    base,
    origin,
    found.map(({ record, endsAt }) => ({ id: record.id, endsAt })),
  );
  return changed;
}

/** In facts, as the id of a calendar is often somebody's mail address. */
const nameOf = (calendarId: string): string => createHash('sha256').update(calendarId).digest('hex').slice(0, 24);

async function eventsOf(
  { source, grant, account }: CalendarReading,
  now: number,
): Promise<{ events: CalendarEvent[]; isWhole: boolean }> {
  const window = { from: now - PAST_MS, to: now + AHEAD_MS };
  const { events, isCut } = await renewingOnce(grant, () => source.listEvents(grant, account.id, window));
  return { events, isWhole: !isCut };
}

type IsTheirs = (email: string) => boolean;

/** Whether an address is a customer's: those of the calendar and of who works here are not. */
function customersOf(base: ReadBase, profileId: string, ...own: (string | undefined)[]): IsTheirs {
  const workspaceId = findProfile(base, profileId)?.workspaceId ?? '';
  const members = workspaceMembers(base, workspaceId).map(({ personId }) => personById(base, personId)?.email);
  const ours = new Set([...own, ...members].map((address) => address?.toLowerCase()));
  return (email) => !ours.has(email.toLowerCase()) && customerByEmail(base, profileId, email) !== undefined;
}

interface Appointment {
  record: AppointmentRecord;
  endsAt: number;
}

/** Events of a series are one appointment. */
const keyOf = ({ id, seriesId }: CalendarEvent): string => seriesId ?? id;

function appointmentsOf(events: readonly CalendarEvent[], calendarId: string, isTheirs: IsTheirs): Appointment[] {
  const series = Map.groupBy(events, keyOf);
  return [...series].map(([id, each]) => {
    const times = each.flatMap(({ createdAt }) => createdAt ?? []);
    const email = each.map((event) => customerIn(event, isTheirs)).find((address) => address !== undefined);
    return {
      record: {
        type: 'appointment',
        id,
        calendarId,
        bookedAt: times.length === 0 ? undefined : Math.min(...times),
        person: email === undefined ? undefined : { email },
      },
      endsAt: Math.max(...each.map(({ endsAt }) => endsAt)),
    };
  });
}

/** The first customer who is invited and has not declined, or who invites; undefined for an event that is cancelled. */
function customerIn({ status, attendees, organizer }: CalendarEvent, isTheirs: IsTheirs): string | undefined {
  if (status === 'cancelled') return undefined;
  const people = [...attendees.filter(({ response }) => response !== 'declined'), ...(organizer ? [organizer] : [])];
  return people.flatMap(({ email }) => email ?? []).find(isTheirs);
}

/** Appointments that count and are not in the period any more: each is looked up, as it may have moved far or be gone. */
async function missing(
  base: Base,
  origin: Parameters<typeof countedAppointments>[1],
  { source, grant, account }: CalendarReading,
  { found, readAt, isTheirs }: { found: readonly Appointment[]; readAt: number; isTheirs: IsTheirs },
): Promise<Appointment[]> {
  const listed = new Set(found.map(({ record }) => record.id));
  const open = countedAppointments(base, origin, readAt - OPEN_MS).filter((id) => !listed.has(id));
  const looked: Appointment[] = [];
  for (const id of open) {
    const event = await renewingOnce(grant, () => source.findEvent(grant, account.id, id));
    const [appointment] = event ? appointmentsOf([{ ...event, seriesId: id }], account.id, isTheirs) : [];
    looked.push(
      appointment ?? {
        record: { type: 'appointment', id, calendarId: account.id, bookedAt: undefined, person: undefined },
        endsAt: readAt,
      },
    );
  }
  return looked;
}
