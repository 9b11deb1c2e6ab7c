// Why a number changed: the movement of one period's figures between two moments of knowledge, split by what was learnt. Each state is
// computed and printed as a report would print it; a cause is the difference of two printed figures, so that causes sum to the movement
// to the last digit.
import { isDeepStrictEqual } from 'node:util';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkDateRange } from '../../base/contract/formats.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';
import { decimalText, unitsOf } from '../../base/kit/decimals.ts';
import { typed } from '../../base/warehouse/statements.ts';
import {
  type Knowledge,
  knowledgeOf,
  knowledgeVersion,
  type Progress,
  REPORTED_CAUSES,
  recallChanges,
} from '../../credit/as-of/index.ts';
import { type FigureChange, figureChanges, profileVersion, type Reader } from '../../credit/pipeline/index.ts';
import { attributionReport } from './attribution.ts';
import { isBetween, listedChanges, nothing, servedFigures } from './computed-differently.ts';
import { earlier, type Figures, live } from './figures.ts';
import { changeFigures } from './receipts/change-receipts.ts';
import { pointer, type Source } from './receipts/receipt.ts';
import { asOfPatience, type Computation, computationOf, computeOnce, nameOf, receiptMembers, waitFor } from './report.ts';
import { withOutages } from './warnings.ts';

type Schemas = components['schemas'];
type Measures = Schemas['ChangedFigures'];
type ChangesCall = Pick<Call<'getAttributionChanges'>, 'params' | 'profile'>;
type Params = ChangesCall['params'];

const NAMES = ['spend', 'revenue', 'outcomes', 'credited_revenue'] as const;

/** The figures of one state: in total, by channel, and the ones that no touch earned (`null`). */
interface State {
  totals: Measures;
  channels: Map<string | null, Measures>;
  described: Schemas['ChangesState'];
  warnings: Schemas['Warnings'];
  plan: Source['plan'];
}

const less = (whole: string, part: string): string => decimalText(unitsOf(whole, 6) - unitsOf(part, 6), 6);

async function stateOf(base: ReadBase, profileId: string, params: Params, figures: Figures): Promise<State> {
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

/**
 * A figure that did not exist before moved from zero. A figure is null in all parts or in none: one that appeared and vanished again has
 * moved by zero, and its causes show how.
 */
function split(states: readonly Measures[]): Schemas['ChangeSplit'] {
  const names = states;
  const isKnown = (name: (typeof NAMES)[number]): boolean => names.some((measures) => measures[name] !== null);
  const moved = (before: Measures, after: Measures): Measures =>
    Object.fromEntries(
      NAMES.map((name) => [name, isKnown(name) ? less(after[name] ?? '0', before[name] ?? '0') : null]),
    ) as Measures;
  const [first, last] = [names[0] as Measures, names.at(-1) as Measures];
  const causes = REPORTED_CAUSES.map((cause, i) => [cause, moved(names[i] as Measures, names[i + 1] as Measures)] as const);
  return {
    from: first,
    to: last,
    movement: moved(first, last),
    causes: Object.fromEntries(causes) as Schemas['ChangeSplit']['causes'],
  };
}

function tell(
  params: Params,
  profileId: string,
  states: State[],
  { version, changes }: { version: Schemas['FiguresVersion']; changes: readonly FigureChange[] },
) {
  const names = new Set(states.flatMap(({ channels }) => [...channels.keys()]).filter((name) => name !== null));
  const [first, last] = [states[0] as State, states.at(-1) as State];
  const measuresOf = (channel: string | null): Measures[] => states.map(({ channels }) => channels.get(channel) ?? nothing);
  const channels = [...names].sort().map((channel) => ({ channel, measures: measuresOf(channel) }));
  const totals = states.map((state) => state.totals);
  const parts = [
    { at: '/data/totals', states: totals },
    ...channels.map(({ measures }, i) => ({ at: pointer('data', 'channels', i), states: measures })),
    { at: '/data/unattributed', states: measuresOf(null) },
  ];
  return {
    data: {
      totals: split(totals),
      channels: channels.map(({ channel, measures }) => ({ channel, ...split(measures) })),
      unattributed: split(measuresOf(null)),
    },
    meta: {
      date_from: params.date_from,
      date_to: params.date_to,
      profile_id: profileId,
      known_from: { ...first.described, version },
      known_to: last.described,
      computed_differently: listedChanges(changes),
      version: last.described.version,
    },
    ...(last.warnings.length > 0 ? { warnings: last.warnings } : {}),
    receipts: {
      source: { plan: last.plan, version: last.described.version },
      figures: () =>
        changeFigures({
          splits: parts,
          causes: REPORTED_CAUSES,
          currency: last.described.currency,
          side: sidesOf(params, profileId, version, last),
        }),
    },
  };
}

/** The report of each side, as of its version. */
function sidesOf(
  { date_from, date_to, goal, model }: Params,
  profileId: string,
  from: Schemas['FiguresVersion'],
  { described }: State,
) {
  const asOf = ({ through_seq, through_decision }: Schemas['FiguresVersion']): string => `${through_seq}.${through_decision}`;
  const query = {
    ...{ profile_id: profileId, date_from, date_to },
    ...(goal === undefined ? {} : { goal }),
    ...(model === undefined ? {} : { models: model }),
  };
  return { from: { ...query, as_of: asOf(from) }, to: { ...query, as_of: asOf(described.version) } };
}

/** The question, and the states that it compares; without `known_to` the later one is that of now. */
interface Comparison {
  from: Knowledge;
  to: Knowledge;
  /** The question whatever the later state is. */
  question: readonly unknown[];
}

async function comparisonOf({ params, profile: { profileId } }: ChangesCall, base: ReadBase): Promise<Comparison> {
  checkDateRange(params.date_from, params.date_to);
  const from = await knowledgeOf(base, profileId, 'known_from', params.known_from);
  const to = await knowledgeOf(base, profileId, 'known_to', params.known_to ?? new Date(base.clock.now()).toISOString());
  if (from.seq > to.seq || from.decision > to.decision)
    throw new ApiError('invalid_parameter', 'known_from: must not be after known_to.');
  const { date_from, date_to, goal, model } = params;
  const question = [profileId, 'getAttributionChanges', { date_from, date_to, goal, model }, nameOf(from), from.requestedAt];
  return { from, to, question };
}

const computationName = ({ question, to }: Comparison): unknown[] => [...question, nameOf(to)];

/** The last computation of each question without `known_to`. */
const latestOf = (base: ReadBase): Map<string, Computation> =>
  base.memo('report/analytics latest changes', () => new Map<string, Computation>());

/**
 * Where the figures move on while a long computation runs, the one that runs answers, and for as long again as it took: otherwise a caller
 * who asks again would have another one begun each time.
 */
function stillGood(base: ReadBase, { question }: Comparison): Computation | undefined {
  const latest = latestOf(base).get(canonicalJson(question));
  if (!latest || latest.endedAt === undefined) return latest;
  const tookMs = latest.endedAt - latest.startedAt;
  return tookMs > asOfPatience(base).ms && performance.now() - latest.endedAt < tookMs ? latest : undefined;
}

function computationFor(base: ReadBase, profileId: string, params: Params, comparison: Comparison): Computation {
  const isNow = params.known_to === undefined;
  const latest = isNow ? stillGood(base, comparison) : undefined;
  if (latest) return latest;
  const computation = computeOnce(base, computationName(comparison), (onProgress) =>
    compute(base, profileId, params, comparison, onProgress),
  );
  if (isNow) {
    const key = canonicalJson(comparison.question);
    latestOf(base).set(key, computation);
    computation.answer.catch(() => latestOf(base).delete(key));
  }
  return computation;
}

type Answered = ReturnType<typeof tell>;

async function compute(
  base: ReadBase,
  profileId: string,
  params: Params,
  { from, to }: Comparison,
  onProgress: (progress: Progress) => void,
): Promise<Answered> {
  const last = await liveState(base, profileId, params, { from, to });
  const read = (reader: Reader): Promise<State> => stateOf(base, profileId, params, earlier(base, profileId, reader, to, from));
  const reads = { requested: params.model, now: last?.described.model };
  const { before, after } = await recallChanges(base, profileId, { from, to }, read, { last, reads, onProgress });
  const changes = (await figureChanges(base, profileId)).filter((change) => isBetween(change, from, to));
  const { date_from, date_to } = params;
  const { goal, model } = before.described;
  const served = await servedFigures(base, profileId, changes, before, { date_from, date_to, goal, model });
  const states = [served, before, ...after.map(({ found }) => found)];
  return tell(params, profileId, states, { version: knowledgeVersion(from), changes });
}

/** The later state where it is that of the live figures, from start to end. */
async function liveState(
  base: ReadBase,
  profileId: string,
  params: Params,
  { from, to }: Pick<Comparison, 'from' | 'to'>,
): Promise<State | undefined> {
  if (to.at !== null) return undefined;
  const isThere = async (): Promise<boolean> => isDeepStrictEqual(await profileVersion(base, profileId), knowledgeVersion(to));
  if (!(await isThere())) return undefined;
  const state = await stateOf(base, profileId, params, live(base, profileId, [from, to]));
  return (await isThere()) ? state : undefined;
}

export async function changesAnswer(call: ChangesCall, base: ReadBase) {
  const { params, profile } = call;
  const computation = computationFor(base, profile.profileId, params, await comparisonOf(call, base));
  const { receipts, ...answer } = typed<Answered>(await waitFor(base, computation));
  const marked = withOutages(base, profile.profileId, params, answer);
  return { ...marked, ...receiptMembers(params, receipts, marked.warnings) };
}

export const getAttributionChanges = reading('getAttributionChanges', changesAnswer);

export const getAttributionChangesProgress = reading('getAttributionChangesProgress', async (call, base) => {
  const { params, profile } = call;
  const comparison = await comparisonOf(call, base);
  const latest = params.known_to === undefined ? latestOf(base).get(canonicalJson(comparison.question)) : undefined;
  return {
    data: progressOf(computationOf(base, computationName(comparison)) ?? latest),
    meta: { profile_id: profile.profileId },
  };
});

function progressOf(computation: Computation | undefined) {
  if (!computation) return { status: 'none' as const, step: null, progress: null, seconds: null };
  const { progress, startedAt, endedAt } = computation;
  const seconds = Math.round(((endedAt ?? performance.now()) - startedAt) / 100) / 10;
  if (endedAt !== undefined) return { status: 'ready' as const, step: null, progress: 1, seconds };
  return { status: 'computing' as const, step: progress.step, progress: Math.floor(100 * progress.share) / 100, seconds };
}
