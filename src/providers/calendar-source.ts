// The common interface of calendars, in one vocabulary: the calendars that a grant sees, their events in a period, and, where the provider
// allows it, calendars that this service makes and shares. No other calendar is ever changed.
import type { AdAccount, Grant } from './ad-platform.ts';
import type { OAuthFlow } from './oauth/client.ts';

export const CALENDAR_SOURCES = ['google_calendar', 'microsoft_calendar'] as const;
export type CalendarSourceId = (typeof CALENDAR_SOURCES)[number];

export interface EventPerson {
  email: string | null;
  name: string | null;
}

export interface Attendee extends EventPerson {
  response: 'accepted' | 'declined' | 'tentative' | 'none';
}

export interface CalendarEvent {
  id: string;
  /** Null for private events, as are description, location and people. */
  title: string | null;
  description: string | null;
  location: string | null;
  status: 'confirmed' | 'tentative' | 'cancelled';
  isPrivate: boolean;
  /** Milliseconds since 1970; of whole days, their midnights in the zone of the calendar. */
  startsAt: number;
  endsAt: number;
  /** The first and the last day of an event of whole days, YYYY-MM-DD. */
  days: { first: string; last: string } | null;
  organizer: EventPerson | null;
  attendees: readonly Attendee[];
  url: string | null;
  updatedAt: number | null;
  /** When it was entered. */
  createdAt: number | null;
  /** Of an event that repeats. */
  seriesId: string | null;
}

/** Milliseconds since 1970. */
export interface CalendarWindow {
  from: number;
  to: number;
}

export interface FoundEvents {
  events: CalendarEvent[];
  /** There are more than are read at once. */
  isCut: boolean;
}

export interface MadeCalendar {
  id: string;
  name: string;
  timezone: string;
}

export interface Share {
  email: string;
  role: 'reader' | 'writer';
}

/** A rule of access as the provider has it; `owner` is never changed. */
export interface FoundShare {
  ruleId: string;
  /** Undefined for everybody, or everybody of a domain. */
  email: string | undefined;
  /** `other` is a role that is not offered here. */
  role: 'owner' | 'reader' | 'writer' | 'other';
}

export interface CalendarWrites {
  /** The scopes that making and sharing need. */
  readonly scopes: { manage: string; share: string };
  /** @param wanted.marker Stored with the calendar, by which `findMade` finds it. */
  make(grant: Grant, wanted: { name: string; timezone: string; marker: string }): Promise<MadeCalendar>;
  findMade(grant: Grant, marker: string): Promise<MadeCalendar | undefined>;
  /** One that is gone already is no failure. */
  remove(grant: Grant, calendarId: string): Promise<void>;
  listShares(grant: Grant, calendarId: string): Promise<FoundShare[]>;
  addShare(grant: Grant, calendarId: string, share: Share, notify: boolean): Promise<void>;
  changeShare(grant: Grant, calendarId: string, ruleId: string, role: Share['role'], notify: boolean): Promise<void>;
  removeShare(grant: Grant, calendarId: string, ruleId: string): Promise<void>;
}

export interface CalendarSource {
  readonly id: CalendarSourceId;
  readonly scopes: { read: readonly string[]; write: readonly string[] };
  readonly oauth: OAuthFlow;
  /** The calendars that the grant sees. @throws ProviderFailure, here and below. */
  listAccounts(grant: Grant): Promise<AdAccount[]>;
  /** Events that overlap the window, the earliest first. */
  listEvents(grant: Grant, calendarId: string, window: CalendarWindow): Promise<FoundEvents>;
  /** One event, or the series of this id; undefined for one that is gone. */
  findEvent(grant: Grant, calendarId: string, eventId: string): Promise<CalendarEvent | undefined>;
  /** Undefined where calendars are only read. */
  readonly writes?: CalendarWrites;
  /** Versions do not end. */
  readonly versionEnds?: undefined;
}

/** What is shown of a private event: that there is one. */
export const withoutContent = (event: CalendarEvent): CalendarEvent =>
  event.isPrivate
    ? { ...event, title: null, description: null, location: null, organizer: null, attendees: [], url: null }
    : event;
