// The answers of Pipedrive about deals, persons, pipelines and leads, as far as they are read.
import { z } from 'zod';
import { decimal, idText, optional, timezone } from '../shapes.ts';

const text = optional(z.string().min(1));
const id = optional(idText);
/** RFC 3339, or a date and a time of UTC with a blank between them. */
const instant = z
  .string()
  .transform((written) => Date.parse(written.includes('T') ? written : `${written.replace(' ', 'T')}Z`))
  .pipe(z.int());

export const user = z.object({
  data: z.object({
    company_id: idText,
    company_name: text,
    default_currency: optional(z.string().length(3)),
    timezone_name: timezone,
  }),
});

export const pipelines = z.object({ data: z.array(z.object({ id: idText, name: z.string() })) });
export const stages = z.object({ data: z.array(z.object({ id: idText, name: z.string(), pipeline_id: idText })) });
export const leadSources = z.object({ data: z.array(z.object({ name: z.string().min(1) })) });

export const deal = z.object({
  id: idText,
  stage_id: idText,
  person_id: id,
  status: z.string(),
  value: optional(decimal),
  currency: text,
  add_time: instant,
  stage_change_time: optional(instant),
  won_time: optional(instant),
  is_deleted: optional(z.boolean()),
});
export type Deal = z.infer<typeof deal>;
const more = optional(z.object({ next_cursor: text }));
export const oneDeal = z.object({ data: deal });
export const dealPage = z.object({ data: optional(z.array(deal)), additional_data: more });

const detail = optional(z.array(z.object({ value: text, primary: optional(z.boolean()) })));
export const person = z.object({ id: idText, first_name: text, last_name: text, emails: detail, phones: detail });
export type Person = z.infer<typeof person>;
export const persons = z.object({ data: optional(z.array(person)) });

const change = z.object({ field_key: z.string(), old_value: id, new_value: id, time: instant });
/** The values of other fields are of any form. */
export const changes = z.object({
  data: z.array(z.unknown()).transform((rows) => rows.flatMap((row) => change.safeParse(row).data ?? [])),
  additional_data: more,
});
export type Change = z.infer<typeof change>;

const lead = z.object({ id: z.string().min(1), person_id: id, source_name: text, add_time: instant });
export type Lead = z.infer<typeof lead>;
export const oneLead = z.object({ data: lead });
export const leads = z.object({ data: optional(z.array(lead)) });

export const hooks = z.object({ data: optional(z.array(z.object({ id: idText, subscription_url: z.string() }))) });
export const hook = z.object({ data: z.object({ id: idText }) });

/** The fields beside the id are a hint. */
const seen = optional(z.object({ stage_id: id, stage_change_time: optional(instant) })).catch(undefined);
export const event = z.object({
  meta: z.object({ entity: z.string(), entity_id: id, company_id: idText, action: text }),
  data: seen,
  previous: seen,
});
