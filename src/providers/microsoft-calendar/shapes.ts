// What is read of Graph's answers.
import { z } from 'zod';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const nextLink = { '@odata.nextLink': z.string().optional() };
const address = z.object({ name: text, address: text });
const moment = z.object({ dateTime: z.string() });

export const graphError = z.object({ error: z.object({ code: z.string() }) });

export const calendars = z.object({
  ...nextLink,
  value: z.array(
    z.object({ id: z.string(), name: z.string(), owner: address.nullish().transform((owner) => owner ?? undefined) }),
  ),
});

export const graphEvent = z.object({
  id: z.string(),
  subject: text,
  bodyPreview: text,
  start: moment,
  end: moment,
  isAllDay: z.boolean().default(false),
  isCancelled: z.boolean().default(false),
  showAs: text,
  sensitivity: text,
  location: z.object({ displayName: text }).nullish(),
  organizer: z.object({ emailAddress: address.optional() }).nullish(),
  attendees: z
    .array(z.object({ emailAddress: address.optional(), status: z.object({ response: text }).nullish() }))
    .nullish()
    .transform((list) => list ?? []),
  webLink: text,
  seriesMasterId: text,
  createdDateTime: text,
  lastModifiedDateTime: text,
});
export type GraphEvent = z.infer<typeof graphEvent>;

export const graphEvents = z.object({ ...nextLink, value: z.array(graphEvent) });
