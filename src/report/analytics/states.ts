// States of figures that are compared: each as a report would print it, and what they move from one to the next, so that the steps add up to the movement to the
// last digit.
import type { ReadBase } from '../../base/base.ts';
import type { components } from '../../base/contract/types.ts';
import { decimalText, unitsOf } from '../../base/kit/decimals.ts';
import { attributionReport } from './attribution.ts';
import { nothing } from './computed-differently.ts';
import type { Figures } from './figures.ts';
import type { Source } from './receipts/receipt.ts';

type Schemas = components['schemas'];
type Measures = Schemas['ChangedFigures'];

/** The question that each state answers. */
export interface StateParams {
  date_from: string;
  date_to: string;
  goal?: string | undefined;
  model?: Schemas['ModelName'] | undefined;
}

const NAMES = ['spend', 'revenue', 'outcomes', 'credited_revenue'] as const;

/** The figures of one state: in total, by channel, and the ones that no touch earned (`null`). */
export interface State {
  totals: Measures;
  channels: Map<string | null, Measures>;
  described: Schemas['ChangesState'];
  warnings: Schemas['Warnings'];
  plan: Source['plan'];
}

const less = (whole: string, part: string): string => decimalText(unitsOf(whole, 6) - unitsOf(part, 6), 6);

export async function stateOf(base: ReadBase, profileId: string, params: StateParams, figures: Figures): Promise<State> {
  const { date_from, date_to, goal, model } = params;
  const query = {
    date_from,
    date_to,
    dimension: 'channel' as const,
    ...(goal ? { goal } : {}),
    ...(model ? { models: [model] } : {}),
  };
  const { data, meta, warnings, receipts } = await attributionReport(base, profileId, query, figures);
  const used = meta.models[0] as string;
  const total = data.totals.models[used] as Schemas['CreditFigures'];
  const rest = data.unattributed.models[used] as { conversions: string; revenue: string | null };
  const rows = data.rows.map(({ key, models, spend }): [string, Measures] => {
    const credited = models[used] as Schemas['CreditFigures'];
    return [key, { spend, revenue: null, outcomes: credited.conversions, credited_revenue: credited.revenue }];
  });
  return {
    totals: {
      spend: data.totals.spend,
      revenue: total.revenue,
      outcomes: total.conversions,
      credited_revenue: total.revenue === null ? null : less(total.revenue, rest.revenue ?? '0'),
    },
    channels: new Map<string | null, Measures>([
      ...rows,
      [null, { spend: null, revenue: null, outcomes: rest.conversions, credited_revenue: rest.revenue }],
    ]),
    described: {
      version: meta.version,
      currency: meta.currency,
      timezone: meta.timezone,
      goal: meta.goal,
      model: used as Schemas['ModelName'],
    },
    warnings: warnings ?? [],
    plan: receipts.source.plan,
  };
}

/** Of two figures; the texts are exact. */
interface Move {
  from: Measures;
  to: Measures;
  movement: Measures;
}

/**
 * What figures moved by in total, and from each state to the next. A figure that did not exist before moved from zero. A figure is null in all parts or in
 * none: one that appeared and vanished again has moved by zero, and its steps show how.
 */
export function splitSteps(states: readonly Measures[]): Move & { steps: Measures[] } {
  const isKnown = (name: (typeof NAMES)[number]): boolean => states.some((measures) => measures[name] !== null);
  const moved = (before: Measures, after: Measures): Measures =>
    Object.fromEntries(
      NAMES.map((name) => [name, isKnown(name) ? less(after[name] ?? '0', before[name] ?? '0') : null]),
    ) as Measures;
  const [first, last] = [states[0] as Measures, states.at(-1) as Measures];
  const steps = states.slice(1).map((state, i) => moved(states[i] as Measures, state));
  return { from: first, to: last, movement: moved(first, last), steps };
}

/** The channels that any of the states has, sorted, with their figures in each; null: what no touch earned. */
export function measuresByChannel(states: readonly State[]): { channel: string | null; measures: Measures[] }[] {
  const names = new Set(states.flatMap(({ channels }) => [...channels.keys()]).filter((name) => name !== null));
  const measuresOf = (channel: string | null): Measures[] => states.map(({ channels }) => channels.get(channel) ?? nothing);
  return [...[...names].sort(), null].map((channel) => ({ channel, measures: measuresOf(channel) }));
}
