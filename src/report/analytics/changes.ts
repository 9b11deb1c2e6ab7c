// Why a number changed: the movement of one period's figures between two moments of knowledge, split by what was learnt.
import { isDeepStrictEqual } from 'node:util';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkDateRange } from '../../base/contract/formats.ts';
import { type Call, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
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
import { type Computation, computationOf, computeNow, computeOnce, latestComputation, waitFor } from './computations.ts';
import { isBetween, listedChanges, servedFigures } from './computed-differently.ts';
import { earlier, live } from './figures.ts';
import { changeFigures } from './receipts/change-receipts.ts';
import { pointer } from './receipts/receipt.ts';
import { nameOf, receiptMembers } from './report.ts';
import { measuresByChannel, type State, splitSteps, stateOf } from './states.ts';
import { withOutages } from './warnings.ts';

type Schemas = components['schemas'];
type Measures = Schemas['ChangedFigures'];
type ChangesCall = Pick<Call<'getAttributionChanges'>, 'params' | 'profile'>;
type Params = ChangesCall['params'];

function split(measures: readonly Measures[]): Schemas['ChangeSplit'] {
  const { steps, ...move } = splitSteps(measures);
  const causes = REPORTED_CAUSES.map((cause, i) => [cause, steps[i]] as const);
  return { ...move, causes: Object.fromEntries(causes) as Schemas['ChangeSplit']['causes'] };
}

function tell(
  params: Params,
  profileId: string,
  states: State[],
  { version, changes }: { version: Schemas['FiguresVersion']; changes: readonly FigureChange[] },
) {
  const [first, last] = [states[0] as State, states.at(-1) as State];
  const byChannel = measuresByChannel(states);
  const channels = byChannel.slice(0, -1);
  const unattributed = byChannel.at(-1)?.measures ?? [];
  const totals = states.map((state) => state.totals);
  const parts = [
    { at: '/data/totals', states: totals },
    ...channels.map(({ measures }, i) => ({ at: pointer('data', 'channels', i), states: measures })),
    { at: '/data/unattributed', states: unattributed },
  ];
  return {
    data: {
      totals: split(totals),
      channels: channels.map(({ channel, measures }) => ({ channel: channel ?? '', ...split(measures) })),
      unattributed: split(unattributed),
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
    profile_id: profileId,
    date_from,
    date_to,
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

function computationFor(base: ReadBase, profileId: string, params: Params, comparison: Comparison): Computation {
  const work = (onProgress: (progress: Progress) => void) => compute(base, profileId, params, comparison, onProgress);
  const { question, to } = comparison;
  return params.known_to === undefined
    ? computeNow(base, { question, version: nameOf(to) }, work)
    : computeOnce(base, computationName(comparison), work);
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
  const latest = params.known_to === undefined ? latestComputation(base, comparison.question) : undefined;
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
