// Summaries of journeys: kept, read without writing, and written on request within a workspace's daily allowance. A unit is used in
// the transaction that keeps the text, so that nothing is charged for one that never came.

import { z } from 'zod';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ErasedPerson } from '../../base/contract/erasing.ts';
import { type Call, reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { storedJson } from '../../base/kit/stored-json.ts';
import type { DecisionKind } from '../../base/state/decisions.ts';
import type { RowOf } from '../../base/state/state.ts';
import { membersOf, refuseMergedAway } from '../../collect/identity/index.ts';
import { languageModelOf, NoText, type Writer } from '../../providers/language-model/client.ts';
import { composer, type JourneyFacts } from './journey-composer.ts';
import { writerBy } from './journey-prompt.ts';
import { firstEvents } from './journeys.ts';
import { requireUnit, useUnit } from './units.ts';

type Summary = components['schemas']['JourneySummaryAnswer']['data'];

const FIRST_EVENTS = 100;
const MAX_DECISIONS = 100_000;
const MERGES: readonly DecisionKind[] = ['merge_edge_added', 'merge_edge_removed'];
const storedMembers = storedJson('journey_summaries.members', z.array(z.int()));
const NONE: Summary = { summary: null, cached: false, generated_at: null, events_used: 0, model: null, fallback: null };

type WithWriter = Pick<ReadBase, 'memo' | 'config'>;

const writing = ({ memo, config }: WithWriter): { writer: Writer<JourneyFacts> } =>
  memo('report/customers/journey-summaries writer', () => {
    const model = languageModelOf(config);
    return { writer: model ? writerBy(model) : composer };
  });

/** Another writer than the one configured. */
export function useWriter(base: WithWriter, writer: Writer<JourneyFacts>): void {
  writing(base).writer = writer;
}

type SummaryCall = Call<'generateJourneySummary'>;

/** Calls that a text is being written for, with their workspaces: each has reserved a unit without having used it. */
const reservations = (base: ReadBase): Map<SummaryCall, string> =>
  base.memo('report/customers/journey-summaries reservations', () => new Map<SummaryCall, string>());

/** @throws ApiError `rate_limit_exceeded` when the workspace has no unit left today. */
function reserveUnit(base: ReadBase, call: SummaryCall): void {
  const { workspaceId } = call.profile;
  const reserved = reservations(base);
  requireUnit(base, workspaceId, [...reserved.values()].filter((each) => each === workspaceId).length);
  reserved.set(call, workspaceId);
}

export const getJourneySummary = reading('getJourneySummary', async ({ profile, params }, base) => {
  const { profileId } = profile;
  const journey = await firstEvents(base, profileId, params.id, 1);
  const row = journey && base.state.statement('report/customers/summary_get').get(personOf(base, profileId, journey.personKey));
  return { data: row ? { ...shown(row), cached: true } : NONE, meta: { profile_id: profileId } };
});

/** The owner of a summary: customers separated again have none in common. */
const personOf = (base: ReadBase, profileId: string, person_key: bigint) => ({
  profile_id: profileId,
  person_key,
  members: storedMembers.write(person_key > 0n ? membersOf(base, profileId, person_key).map(Number) : []),
});

const shown = (row: RowOf<'report/customers/summary_get'>): Omit<Summary, 'cached'> => ({
  summary: row.summary,
  generated_at: new Date(row.generated_at).toISOString(),
  events_used: row.events_used,
  model: row.model,
  fallback: row.fallback,
});

export const generateJourneySummary = stateChange('generateJourneySummary', {
  asksOutside: true,
  around: async (call, base, work) => {
    try {
      return await work();
    } finally {
      reservations(base).delete(call);
    }
  },
  prepare: async (call, base) => {
    const { profileId } = call.profile;
    const { id } = call.params;
    refuseMergedAway(base, profileId, id);
    const landedDecision = base.state.cursor('landed_decision', profileId);
    const journey = await firstEvents(base, profileId, id, FIRST_EVENTS);
    if (!journey || journey.events.length === 0) return undefined;
    reserveUnit(base, call);
    const lastDecision = base.state.lastDecision(profileId);
    const row = { ...(await writeSummary(base, journey)), events_used: journey.events.length };
    return { row, personKey: journey.personKey, landedDecision, lastDecision };
  },
  change: ({ profile }, base, written) => {
    const { profileId, workspaceId } = profile;
    const meta = { profile_id: profileId };
    if (!written) return { data: NONE, meta };
    const { row, personKey, landedDecision, lastDecision } = written;
    const now = base.clock.now();
    if (isDecided(base, profileId, lastDecision, ['erasure'])) throw askAgain('Somebody was erased');
    if (isDecided(base, profileId, landedDecision, MERGES)) throw askAgain('Customers were merged or separated');
    useUnit(base, workspaceId);
    base.state.statement('report/customers/summary_put').run({ ...personOf(base, profileId, personKey), now, ...row });
    return { data: { ...row, cached: false, generated_at: new Date(now).toISOString() }, meta };
  },
});

/**
 * A text about a person who was erased meanwhile must not be stored; it does not say whom the erasure was about. Nor one about a person who was
 * merged.
 */
const isDecided = (base: Base, profileId: string, since: bigint, kinds: readonly DecisionKind[]): boolean =>
  base.state.decisions(profileId, since, MAX_DECISIONS).some(({ kind }) => kinds.includes(kind));

const askAgain = (what: string): ApiError =>
  new ApiError('service_unavailable', `${what} meanwhile; nothing was kept or charged. Ask again.`, {}, 1);

/** Where another writer fails, the composer writes it, and the answer says why. */
async function writeSummary(
  base: ReadBase,
  { events, totalCount }: JourneyFacts,
): Promise<{ summary: string; model: string; fallback: string | null }> {
  const { writer } = writing(base);
  try {
    return { summary: await writer.write({ events, totalCount }), model: writer.name, fallback: null };
  } catch (error) {
    base.log.warn(
      { err: error, model: writer.name },
      'a summary could not be written by the language model; it is written by rule',
    );
    const summary = await composer.write({ events, totalCount });
    return { summary, model: composer.name, fallback: error instanceof NoText ? error.message : 'the language model failed' };
  }
}

export function eraseSummaries(base: Base, profileId: string, { customerNos, visitorKeys }: ErasedPerson): void {
  for (const person_key of [...customerNos, ...visitorKeys.map((key) => -key)])
    base.state.statement('report/customers/summary_erase').run({ profile_id: profileId, person_key });
}
