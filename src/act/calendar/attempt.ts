// One attempt of a change at a calendar provider, for the intents of this slice: what a failure means, and when its end is open.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Grant } from '../../providers/ad-platform.ts';
import type { CalendarWrites } from '../../providers/calendar-source.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import { type CalendarAccess, callCalendar, findConnection, openCalendar, refusalOfCalendar } from '../connections/index.ts';

export interface OpenedCalendars {
  access: CalendarAccess;
  writes: CalendarWrites;
}

/** @throws ApiError where the connection does not work any more. */
export function openToChange(base: Base, connectionId: string): OpenedCalendars {
  const connection = findConnection(base, connectionId);
  if (!connection || connection.removedAt !== null)
    throw new ApiError('connection_not_ready', 'The calendar account is not connected any more.');
  const access = openCalendar(base, connection);
  const { writes } = access.source;
  if (!writes) throw new Error(`${connection.provider.id} has no calendars that can be changed`);
  return { access, writes };
}

/** @throws ApiError, whose cause has the outcome `unknown` where the provider may have done it. */
export async function attempt<T>(
  base: Base,
  { access }: OpenedCalendars,
  need: 'manage' | 'share',
  call: (grant: Grant) => Promise<T>,
): Promise<T> {
  try {
    return await callCalendar(access, call);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (error.outcome === 'unknown') throw undecided(access.connection.provider.id, error);
    throw refusalOfCalendar(base, access, error, need);
  }
}

/** While it is not known what became of a change, no refusal ends it. */
export async function deciding<T>(provider: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ApiError || error instanceof ProviderFailure) throw undecided(provider, error);
    throw error;
  }
}

function undecided(provider: string, cause: Error): ApiError {
  const error = new ApiError(
    'provider_error',
    'It is not known yet whether the provider has made the change: this is found out automatically. GET /calendar/calendars lists the calendars that there are.',
    { provider },
    30,
    503,
  );
  const isUnknown = cause instanceof ProviderFailure && cause.outcome === 'unknown';
  error.cause = isUnknown ? cause : new ProviderFailure(provider, 'unknown', cause.message);
  return error;
}
