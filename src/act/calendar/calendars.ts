// The calendars of a profile, as they were seen last.
import type { ReadBase } from '../../base/base.ts';
import { type Answer, reading } from '../../base/contract/operation.ts';
import { requireCalendarProvider } from '../connections/index.ts';
import { type CalendarPlace, calendarPlaces } from './places.ts';

type Shown = Answer<'listCalendars'>['data'][number];

const shown = ({ calendarId, provider, connection, name, timezone, managed }: CalendarPlace): Shown => ({
  id: calendarId,
  provider,
  connection_id: connection?.connectionId ?? null,
  name,
  timezone,
  is_managed: managed !== undefined,
  created_at: managed ? new Date(managed.created_at).toISOString() : null,
});

/** @throws ApiError `provider_not_configured` for a provider that was named, and that this installation is not registered with. */
export function placesOf(base: ReadBase, profileId: string, provider: string | undefined): CalendarPlace[] {
  if (provider !== undefined) requireCalendarProvider(base, provider);
  return calendarPlaces(base, profileId).filter((each) => provider === undefined || each.provider === provider);
}

export const listCalendars = reading('listCalendars', ({ profile, params }, base) => ({
  data: placesOf(base, profile.profileId, params.provider).map(shown),
  meta: { profile_id: profile.profileId },
}));
