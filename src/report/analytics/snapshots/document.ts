// The stored form of a snapshot: the figures of a page as blocks that are drawn without other data, so that a later version of the reports draws them
// unchanged. Numbers are stored as reports answer them, never as text of a language. It has no personal data.
import { z } from 'zod';
import type { components } from '../../../base/contract/types.ts';
import { readJson, storedJson } from '../../../base/kit/stored-json.ts';
import { redactEmails } from '../../../collect/events/index.ts';
import { MODELS } from '../../../credit/goals/index.ts';

export const UNITS = ['money', 'count', 'credit', 'ratio', 'percent'] as const;

const unit = z.enum(UNITS);
/** Money is a decimal text where its report has it as one. */
const value = z.union([z.number(), z.string(), z.null()]);
const numbers = z.array(z.number().nullable());

/** Why readers outside are not shown a figure. */
const reason: z.ZodType<components['schemas']['OutsideNote']['withheld'][number]['reason']> = z.enum([
  'few_people',
  'days_open',
  'settings_changed',
  'different_people',
]);

const figures = z.object({
  kind: z.literal('figures'),
  figures: z.array(z.object({ name: z.string(), unit, value, before: value.optional(), withheld: reason.exactOptional() })),
});

const lines = z.object({
  kind: z.literal('lines'),
  title: z.string(),
  days: z.array(z.object({ from: z.string(), to: z.string() })),
  series: z.array(z.object({ name: z.string(), tone: z.string(), values: numbers, ghost: numbers.optional() })),
});

/** A bar for each row, with the range that it has under other models. */
const bars = z.object({
  kind: z.literal('bars'),
  title: z.string(),
  unit,
  /** The values of the bars; the range is that of all models. Without one, the bars are of no model. */
  model: z.string().exactOptional(),
  rows: z.array(z.object({ name: z.string(), value: z.number(), low: z.number(), high: z.number() })),
});

const table = z.object({
  kind: z.literal('table'),
  title: z.string(),
  /** The first column names the rows. */
  columns: z.array(z.object({ name: z.string(), unit: unit.nullable(), model: z.string().optional() })),
  rows: z.array(z.array(value)),
  /** Rows that the report has beyond those. */
  rows_left_out: z.number(),
  /** Places of rows whose figures of people are withheld. */
  withheld: z.array(z.number()).exactOptional(),
});

const steps = z.object({
  kind: z.literal('steps'),
  title: z.string(),
  unit,
  from: z.object({ name: z.string(), value: z.number() }),
  steps: z.array(z.object({ name: z.string(), value: z.number() })),
  to: z.object({ name: z.string(), value: z.number() }),
});

const paths = z.object({
  kind: z.literal('paths'),
  paths: z.array(
    z.object({
      path: z.array(z.string()),
      conversions: z.number(),
      revenue: z.string().nullable(),
      avg_touches: z.number(),
      avg_time_to_complete_seconds: z.number(),
    }),
  ),
});

const text = z.string().nullable();
const cohorts = z.object({
  kind: z.literal('cohorts'),
  /** Which figure of cohorts a board shows; the page Payback has more of them. */
  metric: z.enum(['payback', 'cash', 'person']).exactOptional(),
  rows: z.array(
    z.object({
      cohort: z.string(),
      months_since: z.number().nullable(),
      month: text,
      people: z.number(),
      spend: text,
      cash: text,
      paid_cash: text,
      unattributed_cash: text,
      cumulative_cash: text,
      cumulative_paid_cash: text,
      spend_per_person: text.default(null),
      cumulative_cash_per_person: text.default(null),
      payback: z.number().nullable(),
      is_ripe: z.boolean(),
    }),
  ),
  pooled: z
    .array(
      z.object({
        months_since: z.number(),
        cohorts: z.number(),
        payback: z.number(),
        lowest: z.number(),
        highest: z.number(),
      }),
    )
    .default([]),
});

/** Words of the maker of a board. */
const words = z.object({ kind: z.literal('text'), text: z.string() });

export const contentsShape = z.object({
  currency: z.string(),
  timezone: z.string(),
  goal: z.string().nullable(),
  model: z.string().nullable(),
  warnings: z.array(z.string()),
  /** What happened and why. */
  sentence: z.string().exactOptional(),
  /** Of a report for readers outside. */
  outside: z.object({ people_at_least: z.number(), closed_through: z.string() }).exactOptional(),
  blocks: z.array(z.discriminatedUnion('kind', [figures, lines, bars, table, steps, paths, cohorts, words])),
});

export type Contents = z.infer<typeof contentsShape>;
export type Block = Contents['blocks'][number];

const string = z.string().exactOptional();
const mode = z.custom<components['schemas']['FilterMode']>(
  (text) => typeof text === 'string' && /^[a-z]+:(?:is_not|contains|is_empty)$/.test(text),
);

/** As the contract has it. */
export const questionShape: z.ZodType<components['schemas']['SnapshotQuestion']> = z.object({
  date_from: string,
  date_to: string,
  month_from: string,
  month_to: string,
  as_of: string,
  known_from: string,
  known_to: string,
  compared: z.object({ date_from: z.string(), date_to: z.string(), as_of: string }).exactOptional(),
  goal: string,
  currency: string,
  model: z.enum(MODELS).exactOptional(),
  beside: z.array(z.enum(MODELS)).exactOptional(),
  dimension: z.enum(['channel', 'source', 'medium', 'campaign', 'adset', 'ad']).exactOptional(),
  transform: z.enum(['unique', 'exposure', 'first', 'frequency']).exactOptional(),
  board_id: string,
  sort: z.enum(['cost', 'hook', 'hold', 'click', 'sale']).exactOptional(),
  click_window_days: z.number().exactOptional(),
  channel: string,
  source: string,
  medium: string,
  campaign: string,
  country: string,
  device: z.enum(['desktop', 'mobile', 'tablet']).exactOptional(),
  filter_modes: z.array(mode).exactOptional(),
});
export const storedQuestion = storedJson('snapshots.question', questionShape);

export const headlineShape = z.array(z.object({ name: z.string(), unit, value: z.string().nullable() }));
/** The figures of a snapshot that are compared with the current ones of its question. */
export type Headline = z.infer<typeof headlineShape>;

export const storedContents = storedJson('snapshots.contents', contentsShape);

/** Names of campaigns and rows are what somebody wrote at a platform, which may be an address. */
export const withoutEmails = (shown: Contents): Contents =>
  readJson(
    'snapshots.contents',
    contentsShape,
    JSON.stringify(shown, (_, value: unknown) => (typeof value === 'string' ? redactEmails(value) : value)),
  );
export const storedHeadline = storedJson('snapshots.headline', headlineShape);
export const versionShape = z.object({ through_seq: z.number(), through_decision: z.number(), code: z.number() });
export const storedVersion = storedJson('snapshots.version', versionShape);
