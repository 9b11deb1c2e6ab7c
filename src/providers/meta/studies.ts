// Meta's studies of an account: lift and split tests, each with its cells and what its objectives came to. Results are JSON in texts under names that Meta
// does not document: they are reported under these names.
import { z } from 'zod';
import type { AdAccount, Grant, Study } from '../ad-platform.ts';
import { idText, optional } from '../shapes.ts';
import type { MetaApi } from './api.ts';

const STUDY_FIELDS = 'id,name,type,start_time,end_time,observation_end_time,canceled_time';
const CELL_FIELDS = 'id,name,treatment_percentage,control_percentage,adsets{id},campaigns{id}';
const OBJECTIVE_FIELDS = 'id,name,type,is_primary,results';
const ROWS = 100;
/** The most studies whose cells and objectives are asked for, the newest first. */
const MOST_STUDIES = 25;
const KINDS: Readonly<Record<string, Study['kind']>> = { LIFT: 'lift', GEO_LIFT: 'lift', SPLIT_TEST: 'split' };

const word = optional(z.string());
const studyRow = z.object({
  id: idText,
  name: z.string().default(''),
  type: z.string(),
  start_time: word,
  end_time: word,
  observation_end_time: word,
  canceled_time: word,
});
const objects = optional(z.object({ data: z.array(z.object({ id: idText })).default([]) }));
const cellRow = z.object({
  id: idText,
  name: z.string().default(''),
  treatment_percentage: optional(z.number()),
  adsets: objects,
  campaigns: objects,
});
const objectiveRow = z.object({
  name: z.string().default(''),
  is_primary: optional(z.boolean()),
  results: optional(z.array(z.string())),
});
const resultOf = z.record(z.string(), z.unknown());

type StudyRow = z.infer<typeof studyRow>;
type Objective = z.infer<typeof objectiveRow>;

/** Meta writes offsets without a colon. */
const timeOf = (text: string | undefined): number => Date.parse((text ?? '').replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
const dayOf = (text: string | undefined): string | undefined => /^\d{4}-\d\d-\d\d/.exec(text ?? '')?.[0];

function stateOf({ start_time, end_time, observation_end_time: observed, canceled_time }: StudyRow, now: number): Study['state'] {
  if (canceled_time !== undefined) return 'cancelled';
  if (timeOf(start_time) > now) return 'planned';
  return timeOf(observed ?? end_time) <= now ? 'done' : 'running';
}

function parsed(text: string): Record<string, unknown> {
  try {
    return resultOf.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

type Figures = NonNullable<Study['figures']>;

/** What is a number or a text of a result. */
function figuresOf({ name, results = [] }: Objective): Figures {
  return results.flatMap((text) =>
    Object.entries(parsed(text)).flatMap(([key, value]) =>
      key !== 'cell_id' && (typeof value === 'number' || typeof value === 'string')
        ? [{ name: `${name} ${key}`.trim(), value: String(value) }]
        : [],
    ),
  );
}

/** Of the objective that the study is about. */
function confidenceOf(objectives: readonly Objective[]): number | undefined {
  const primary = objectives.find(({ is_primary: isPrimary }) => isPrimary === true) ?? objectives[0];
  const entries = (primary?.results ?? []).flatMap((text) => Object.entries(parsed(text)));
  const [, value] = entries.find(([key]) => key.endsWith('.confidence')) ?? [];
  return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;
}

interface Reader {
  api: MetaApi;
  now: () => number;
}

/** Studies of kinds that compare people; others are Meta's own. @throws ProviderFailure */
export async function readStudies({ api, now }: Reader, grant: Grant, { id: account }: AdAccount): Promise<Study[]> {
  const list = async <Row extends z.ZodType>(path: string, fields: string, row: Row): Promise<z.infer<Row>[]> => {
    const found: z.infer<Row>[] = [];
    for await (const page of api.pages(grant, { path, query: { fields }, rows: ROWS, account }, row)) found.push(...page);
    return found;
  };
  const rows = await list(`act_${encodeURIComponent(account)}/ad_studies`, STUDY_FIELDS, studyRow);
  const wanted = rows.filter(({ type, start_time: start }) => KINDS[type] !== undefined && dayOf(start) !== undefined);
  const newest = wanted.toSorted((a, b) => timeOf(b.start_time) - timeOf(a.start_time)).slice(0, MOST_STUDIES);
  const studies: Study[] = [];
  for (const row of newest) {
    const path = encodeURIComponent(row.id);
    const cells = await list(`${path}/cells`, CELL_FIELDS, cellRow);
    const objectives = await list(`${path}/objectives`, OBJECTIVE_FIELDS, objectiveRow);
    studies.push({
      id: row.id,
      name: row.name,
      kind: KINDS[row.type] ?? 'split',
      state: stateOf(row, now()),
      firstDay: dayOf(row.start_time) ?? '',
      lastDay: dayOf(row.end_time),
      arms: cells.map(({ id, name, treatment_percentage: percent, adsets, campaigns }) => ({
        id,
        name,
        percent,
        adSetIds: adsets?.data.map((each) => each.id),
        campaignIds: campaigns?.data.map((each) => each.id),
      })),
      figures: objectives.flatMap(figuresOf),
      confidence: confidenceOf(objectives),
    });
  }
  return studies;
}
