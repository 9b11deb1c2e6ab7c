// What is read of Google's answers.
import { z } from 'zod';

const text = z.string().optional();
const pageToken = { nextPageToken: text };

export const calendarList = z.object({
  ...pageToken,
  items: z.array(
    z.object({
      id: z.string(),
      summary: z.string().default(''),
      summaryOverride: text,
      description: text,
      timeZone: text,
      primary: z.boolean().default(false),
      deleted: z.boolean().default(false),
      accessRole: text,
    }),
  ),
});

export const madeCalendar = z.object({ id: z.string().min(1), summary: z.string(), timeZone: text });

const moment = z.object({ date: text, dateTime: text });
const person = z.object({ email: text, displayName: text });

export const oneEvent = z.object({
  id: z.string(),
  status: text,
  summary: text,
  description: text,
  location: text,
  visibility: text,
  start: moment.optional(),
  end: moment.optional(),
  organizer: person.optional(),
  htmlLink: text,
  created: text,
  updated: text,
  recurringEventId: text,
  attendees: z.array(person.extend({ responseStatus: text })).default([]),
});
export type GoogleEvent = z.infer<typeof oneEvent>;

export const eventList = z.object({
  ...pageToken,
  timeZone: z.string().default('UTC'),
  items: z.array(oneEvent),
});

export const aclList = z.object({
  ...pageToken,
  items: z.array(z.object({ id: z.string(), role: z.string(), scope: z.object({ type: z.string(), value: text }) })),
});

export const aclRule = z.object({ id: z.string(), role: z.string() });
