// Google's events and rules of access in our vocabulary.
import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import { shiftsOfZone, startOfDay } from '../../base/kit/time/zone-shifts.ts';
import { type Attendee, type CalendarEvent, type EventPerson, type FoundShare, withoutContent } from '../calendar-source.ts';
import type { aclList, GoogleEvent } from './shapes.ts';

const STATUSES: Readonly<Record<string, CalendarEvent['status']>> = { tentative: 'tentative', cancelled: 'cancelled' };
const RESPONSES: Readonly<Record<string, Attendee['response']>> = {
  accepted: 'accepted',
  declined: 'declined',
  tentative: 'tentative',
};

const midnightOf = (day: string, timeZone: string): number => startOfDay(shiftsOfZone(timeZone), day);

const personOf = ({ email, displayName }: { email?: string | undefined; displayName?: string | undefined }): EventPerson => ({
  email: email ?? null,
  name: displayName ?? null,
});

/** Undefined for an event without a time, as cancelled ones may be. */
export function eventOf(event: GoogleEvent, timeZone: string): CalendarEvent | undefined {
  const times = timesOf(event, timeZone);
  if (!times) return undefined;
  const { id, summary, description, location, visibility, organizer, attendees, htmlLink } = event;
  const { created, updated, recurringEventId } = event;
  return withoutContent({
    id,
    title: summary ?? null,
    description: description ?? null,
    location: location ?? null,
    status: STATUSES[event.status ?? ''] ?? 'confirmed',
    isPrivate: visibility === 'private' || visibility === 'confidential',
    ...times,
    organizer: organizer ? personOf(organizer) : null,
    attendees: attendees.map((each) => ({ ...personOf(each), response: RESPONSES[each.responseStatus ?? ''] ?? 'none' })),
    url: htmlLink ?? null,
    updatedAt: updated === undefined ? null : Date.parse(updated),
    createdAt: created === undefined ? null : Date.parse(created),
    seriesId: recurringEventId ?? null,
  });
}

function timesOf({ start, end }: GoogleEvent, timeZone: string): Pick<CalendarEvent, 'startsAt' | 'endsAt' | 'days'> | undefined {
  if (start?.dateTime !== undefined && end?.dateTime !== undefined)
    return { startsAt: Date.parse(start.dateTime), endsAt: Date.parse(end.dateTime), days: null };
  if (start?.date === undefined || end?.date === undefined) return undefined;
  const last = Temporal.PlainDate.from(end.date).subtract({ days: 1 }).toString();
  return {
    startsAt: midnightOf(start.date, timeZone),
    endsAt: midnightOf(end.date, timeZone),
    days: { first: start.date, last: last < start.date ? start.date : last },
  };
}

export const shareOf = ({ id, role, scope }: z.infer<typeof aclList>['items'][number]): FoundShare => ({
  ruleId: id,
  email: scope.type === 'user' || scope.type === 'group' ? scope.value?.toLowerCase() : undefined,
  role: role === 'owner' || role === 'reader' || role === 'writer' ? role : 'other',
});
