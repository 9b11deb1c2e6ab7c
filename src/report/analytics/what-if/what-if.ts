// What decisions would change, before anybody takes them: rules, goals, windows and merges are tried over all history in a file of their own, and a period's
// figures there are set beside those in force, decision by decision. Nothing of the profile changes.
import { requireScope } from '../../../account/access/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { checkDateRange } from '../../../base/contract/formats.ts';
import { type Call, reading } from '../../../base/contract/operation.ts';
import type { components } from '../../../base/contract/types.ts';
import { typed } from '../../../base/warehouse/statements.ts';
import { edgePayload, pairOf, requireCustomer } from '../../../collect/identity/index.ts';
import { type Branch, goalKnown, onBranch, type Progress, type Untaken } from '../../../credit/as-of/index.ts';
import { checkedRuleSet, ruleSetPayload } from '../../../credit/channels/index.ts';
import { goalKey, keyedDefinition, type PlannedDefinitions, planDefinitions } from '../../../credit/definitions/index.ts';
import { changedSettings, settingsInForce } from '../../../credit/goals/index.ts';
import { cursorsStatement, profileVersion, type Reader, versionOf } from '../../../credit/pipeline/index.ts';
import { computeNow, waitFor } from '../computations.ts';
import type { Figures } from '../figures.ts';
import { measuresByChannel, type State, splitSteps, stateOf } from '../states.ts';

type Schemas = components['schemas'];
type WhatIfCall = Pick<Call<'previewDecisions'>, 'body' | 'profile' | 'principal'>;
type Body = WhatIfCall['body'];
type Name = Schemas['TriedDecision'];

/** The decisions of a request, under the names of its members and in the order in which they are applied. */
interface Tried {
  branches: Branch<Name>[];
  definitions: PlannedDefinitions | undefined;
}

function mergesOf({ profile, principal, body }: WhatIfCall, base: ReadBase): Untaken[] {
  if (!body.merges) return [];
  requireScope(base, { principal, profile }, 'customers:read');
  const { profileId } = profile;
  return body.merges.map(({ customer_profile_id, other_customer_profile_id }, i) => {
    const [one, two] = [
      requireCustomer(base, profileId, customer_profile_id),
      requireCustomer(base, profileId, other_customer_profile_id),
    ];
    if (one === two) throw new ApiError('validation_error', `merges[${i}]: name two different customers.`);
    return { kind: 'merge_edge_added', subject: customer_profile_id, payload: edgePayload(pairOf(one, two)) };
  });
}

async function rulesOf(base: ReadBase, profileId: string, rules: Body['classification_rules']): Promise<Untaken[]> {
  if (!rules) return [];
  const payload = ruleSetPayload(await checkedRuleSet(base, profileId, rules));
  return [{ kind: 'channel_rules', subject: profileId, payload }];
}

const definitionsOf = (plan: PlannedDefinitions | undefined): Untaken[] =>
  (plan?.changed ?? []).map((definition) => ({
    kind: 'definition',
    subject: definition.conversion_key,
    payload: keyedDefinition(definition),
  }));

const settingsOf = (base: ReadBase, profileId: string, settings: Body['attribution_settings']): Untaken[] =>
  changedSettings(settingsInForce(base, profileId), settings ?? {}).map(({ name, stored }) => ({
    kind: 'setting',
    subject: name,
    payload: { name, value: stored },
  }));

export async function decisionsOf(call: WhatIfCall, base: ReadBase): Promise<Tried> {
  const { body, profile } = call;
  const { profileId } = profile;
  const definitions = body.definitions && planDefinitions(base, profileId, body.definitions);
  const all: Branch<Name>[] = [
    { name: 'merges', decisions: mergesOf(call, base) },
    { name: 'classification_rules', decisions: await rulesOf(base, profileId, body.classification_rules) },
    { name: 'definitions', decisions: definitionsOf(definitions) },
    { name: 'attribution_settings', decisions: settingsOf(base, profileId, body.attribution_settings) },
  ];
  const branches = all.filter(({ name }) => body[name] !== undefined);
  if (branches.length === 0)
    throw new ApiError(
      'validation_error',
      'Name what is to be tried: merges, classification_rules, definitions or attribution_settings.',
    );
  return { branches, definitions };
}

/** The goal that is asked for may be one that is tried. */
function goalOf(base: ReadBase, profileId: string, named: string, plan: PlannedDefinitions | undefined): string {
  const tried = plan?.after.find(({ conversion_key, is_active }) => is_active && conversion_key === goalKey(named));
  return tried?.conversion_key ?? goalKnown(base, profileId, named, []);
}

/** The figures of the file as it is now. */
const figuresOf = (read: Reader, goalNamed: Figures['goalNamed']): Figures => ({
  read,
  readHeld: async (request) => typed(await read(request)),
  versionNow: async () => versionOf(await read(cursorsStatement)),
  goalNamed,
});

async function compute(
  base: ReadBase,
  { profile: { profileId }, body }: WhatIfCall,
  { branches, definitions }: Tried,
  onProgress: (progress: Progress) => void,
) {
  const { date_from, date_to, goal, model } = body;
  const goalNamed = (named: string): string => goalOf(base, profileId, named, definitions);
  const read = (reader: Reader): Promise<State> =>
    stateOf(base, profileId, { date_from, date_to, goal, model }, figuresOf(reader, goalNamed));
  const { before, after } = await onBranch(base, profileId, branches, read, onProgress);
  const states = [before, ...after.map(({ found }) => found)];
  const last = states.at(-1) as State;
  const split = (measures: readonly Schemas['ChangedFigures'][]): Schemas['TriedSplit'] => {
    const { steps, ...move } = splitSteps(measures);
    return { ...move, steps: after.map(({ name }, i) => ({ decision: name, movement: steps[i] as Schemas['ChangedFigures'] })) };
  };
  const byChannel = measuresByChannel(states).map(({ channel, measures }) => ({ channel, ...split(measures) }));
  return {
    data: {
      totals: split(states.map(({ totals }) => totals)),
      channels: byChannel.flatMap(({ channel, ...moved }) => (channel === null ? [] : [{ channel, ...moved }])),
      unattributed: split(measuresByChannel(states).at(-1)?.measures ?? []),
    },
    meta: {
      date_from,
      date_to,
      profile_id: profileId,
      decisions: branches.map(({ name, decisions }) => ({ decision: name, count: decisions.length })),
      before: before.described,
      after: last.described,
      version: before.described.version,
    },
    ...(last.warnings.length > 0 ? { warnings: last.warnings } : {}),
  };
}

export const previewDecisions = reading('previewDecisions', async (call, base) => {
  const { profileId } = call.profile;
  checkDateRange(call.body.date_from, call.body.date_to);
  const tried = await decisionsOf(call, base);
  const question = [profileId, 'previewDecisions', call.body, Number(base.state.lastDecision(profileId))];
  const version = await profileVersion(base, profileId);
  const computation = computeNow(base, { question, version }, (onProgress) => compute(base, call, tried, onProgress));
  return typed<Awaited<ReturnType<typeof compute>>>(await waitFor(base, computation));
});
