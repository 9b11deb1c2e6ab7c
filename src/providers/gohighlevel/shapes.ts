// The answers of HighLevel about opportunities, pipelines and forms, as far as they are read.
import { z } from 'zod';
import { decimal, optional, timezone } from '../shapes.ts';

const id = z.string().min(1);
const text = optional(z.string().min(1));
const instant = z
  .string()
  .transform((written) => Date.parse(written))
  .pipe(z.int());

export const location = z.object({ location: z.object({ id, name: text, timezone }) });

export const pipelines = z.object({
  pipelines: z.array(z.object({ name: z.string(), stages: z.array(z.object({ id, name: z.string() })) })),
});

export const forms = z.object({ forms: z.array(z.object({ id, name: z.string() })) });

const contact = z.object({
  id: text,
  name: text,
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  country: text,
});
export type Contact = z.infer<typeof contact>;
export const oneContact = z.object({ contact });

export const opportunity = z.object({
  id,
  status: z.string(),
  pipelineStageId: id,
  monetaryValue: optional(decimal),
  createdAt: instant,
  updatedAt: optional(instant),
  lastStageChangeAt: optional(instant),
  lastStatusChangeAt: optional(instant),
  contactId: text,
  contact: optional(contact),
});
export type Opportunity = z.infer<typeof opportunity>;
export const oneOpportunity = z.object({ opportunity });
export const opportunities = z.object({
  opportunities: z.array(opportunity),
  meta: optional(z.object({ startAfter: optional(z.union([z.int(), z.string()])), startAfterId: text })),
});

export const submissions = z.object({
  submissions: z.array(
    z.object({
      id,
      formId: id,
      contactId: text,
      createdAt: instant,
      name: text,
      email: text,
      others: optional(z.object({ phone: text })),
    }),
  ),
  meta: optional(z.object({ nextPage: optional(z.int()) })),
});
export type Submission = z.infer<typeof submissions>['submissions'][number];

export const event = z.object({
  type: z.string(),
  locationId: id,
  id,
  pipelineStageId: text,
  timestamp: optional(instant).catch(undefined),
});
