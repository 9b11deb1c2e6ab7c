// The answers of HubSpot about deals, contacts, pipelines and forms, as far as they are read.
import { z } from 'zod';
import { idText, optional, timezone } from '../shapes.ts';

const text = optional(z.string().min(1));
/** ISO 8601, as milliseconds. */
const instant = z.iso.datetime({ offset: true }).transform((written) => Date.parse(written));
const flag = optional(z.union([z.boolean(), z.string()])).transform((value) => value === true || value === 'true');
const paging = optional(z.object({ next: optional(z.object({ after: idText })) }));

export const accountDetails = z.object({
  portalId: idText,
  timeZone: timezone,
  companyCurrency: optional(z.string().length(3)),
  uiDomain: text,
});

export const pipelines = z.object({
  results: z.array(
    z.object({
      label: z.string(),
      stages: z.array(
        z.object({
          id: idText,
          label: z.string(),
          metadata: optional(z.object({ isClosed: flag, probability: optional(z.union([z.string(), z.number()])) })),
        }),
      ),
    }),
  ),
});

export const forms = z.object({ results: z.array(z.object({ id: idText, name: z.string() })), paging });

export const submissions = z.object({
  results: z.array(
    z.object({
      conversionId: z.string().min(1),
      submittedAt: z.int().nonnegative(),
      values: z.array(z.object({ name: z.string(), value: optional(z.string()) })),
    }),
  ),
  paging,
});
export type Submission = z.infer<typeof submissions>['results'][number];

export const found = z.object({
  results: z.array(z.object({ id: idText, properties: optional(z.object({ hs_merged_object_ids: text })) })),
});

export const archived = z.object({ results: z.array(z.object({ id: idText, archivedAt: optional(instant) })), paging });

export const deal = z.object({
  id: idText,
  archived: flag,
  properties: z.object({
    dealstage: text,
    amount: text,
    deal_currency_code: text,
    hs_is_closed_won: flag,
    closedate: optional(instant),
    createdate: optional(instant),
  }),
  propertiesWithHistory: optional(
    z.object({ dealstage: optional(z.array(z.object({ value: optional(z.string()), timestamp: instant }))) }),
  ),
});
export type Deal = z.infer<typeof deal>;
export const deals = z.object({ results: z.array(deal) });

/** The associated record: `toObjectId` in dated versions, `id` in numbered ones. */
const associated = z
  .union([z.object({ toObjectId: idText }), z.object({ id: idText })])
  .transform((each) => ({ id: 'id' in each ? each.id : each.toObjectId }));

export const associations = z.object({
  results: z.array(z.object({ from: z.object({ id: idText }), to: z.array(associated) })),
});

export const contact = z.object({
  id: idText,
  properties: z.object({
    email: text,
    phone: text,
    mobilephone: text,
    firstname: text,
    lastname: text,
    hs_country_region_code: text,
  }),
});
export type Contact = z.infer<typeof contact>;
export const contacts = z.object({ results: z.array(contact) });

/** One event of a webhook. Which ids it has depends on its type. */
export const event = z.object({
  portalId: idText,
  subscriptionType: z.string(),
  objectTypeId: text,
  objectId: optional(idText),
  fromObjectTypeId: text,
  associationType: text,
  fromObjectId: optional(idText),
  primaryObjectId: optional(idText),
  newObjectId: optional(idText),
  mergedObjectIds: optional(z.array(idText)),
});
export type HubSpotEvent = z.infer<typeof event>;
