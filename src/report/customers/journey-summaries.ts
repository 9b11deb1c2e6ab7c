// Summaries of journeys: kept, read without writing, and written on request within a workspace's daily allowance. A unit is used in
// the transaction that keeps the text, so that nothing is charged for one that never came.

import { z } from 'zod';
import { limitsOf, workspacesById } from '../../account/workspaces/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ErasedPerson } from '../../base/contract/erasing.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { storedJson } from '../../base/kit/stored-json.ts';
import type { DecisionKind } from '../../base/state/decisions.ts';
import type { RowOf } from '../../base/state/state.ts';
import { membersOf, refuseMergedAway } from '../../collect/identity/index.ts';
import { languageModelOf, NoText, type Writer } from '../../providers/language-model/client.ts';
import { composer, type JourneyFacts } from './journey-composer.ts';
import { writerBy } from './journey-prompt.ts';
import { firstEvents } from './journeys.ts';

type Summary = components['schemas']['JourneySummaryAnswer']['data'];

const FIRST_EVENTS = 100;
const DAY_MS = 86_400_000;
const MAX_DECISIONS = 100_000;
const MERGES: readonly DecisionKind[] = ['merge_edge_added', 'merge_edge_removed'];
const storedMembers = storedJson('journey_summaries.members', z.array(z.int()));
const NONE: Summary = { summary: null, cached: false, generated_at: null, events_used: 0, model: null, fallback: null };

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

const writers = new WeakMap<Base['state'], Writer<JourneyFacts>>();

/** Another writer than the one configured. */
export const useWriter = (base: Base, writer: Writer<JourneyFacts>): void => void writers.set(base.state, writer);

function writerOf(base: Base): Writer<JourneyFacts> {
  const known = writers.get(base.state);
  if (known) return known;
  const model = languageModelOf(base.config);
  const writer = model ? writerBy(model) : composer;
  writers.set(base.state, writer);
  return writer;
}

/** Being written now, by workspace: they hold their unit without having used it. */
function hold(base: Base, workspaceId: string): () => void {
  const now = base.clock.now();
  const held = base.memo('report/customers/journey-summaries writing', () => new Map<string, number>());
  const [workspace] = workspacesById(base, [workspaceId]);
  if (!workspace) throw new ApiError('not_found', 'No such workspace.');
  const allowance = limitsOf(base, workspace.plan).aiUnitsPerDay;
  const used = Number(
    base.state.statement('report/customers/units_get').get({ workspace_id: workspaceId, day: dayOf(now) })?.units ?? 0,
  );
  const open = held.get(workspaceId) ?? 0;
  if (used + open >= allowance) {
    const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
    throw new ApiError(
      'rate_limit_exceeded',
      `The workspace has used its ${allowance} generated texts for today. They are renewed at ${new Date(midnight).toISOString()} (midnight UTC).`,
      {},
      Math.ceil((midnight - now) / 1000),
    );
  }
  held.set(workspaceId, open + 1);
  return () => void held.set(workspaceId, (held.get(workspaceId) ?? 1) - 1);
}

export const getJourneySummary = reading('getJourneySummary', async ({ profile, params }, base) => {
  const { profileId } = profile;
  const journey = await firstEvents(base, profileId, params.id, 1);
  const row = journey && base.state.statement('report/customers/summary_get').get(personOf(base, profileId, journey.personKey));
  return { data: row ? { ...shown(row), cached: true } : NONE, meta: { profile_id: profileId } };
});

/** Whose summary it is: customers told apart again have none in common. */
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
  after: async ({ profile, params }, base) => {
    const { profileId, workspaceId } = profile;
    const meta = { profile_id: profileId };
    refuseMergedAway(base, profileId, params.id);
    const known = base.state.cursor('landed_decision', profileId);
    const journey = await firstEvents(base, profileId, params.id, FIRST_EVENTS);
    if (!journey || journey.events.length === 0) return { data: NONE, meta };
    const release = hold(base, workspaceId);
    const before = base.state.lastDecision(profileId);
    try {
      const row = { ...(await written(base, journey)), events_used: journey.events.length };
      const now = base.clock.now();
      base.state.tx(() => {
        if (isDecided(base, profileId, before, ['erasure'])) throw askAgain('Somebody was erased');
        if (isDecided(base, profileId, known, MERGES)) throw askAgain('Customers were merged or separated');
        base.state.statement('report/customers/units_add').run({ workspace_id: workspaceId, day: dayOf(now) });
        base.state
          .statement('report/customers/summary_put')
          .run({ ...personOf(base, profileId, journey.personKey), now, ...row });
      });
      return { data: { ...row, cached: false, generated_at: new Date(now).toISOString() }, meta };
    } finally {
      release();
    }
  },
});

/** A text on whom nobody may know any more must not be kept; whom an erasure was about, it does not say. Nor one on who is no longer one. */
const isDecided = (base: Base, profileId: string, since: bigint, kinds: readonly DecisionKind[]): boolean =>
  base.state.decisions(profileId, since, MAX_DECISIONS).some(({ kind }) => kinds.includes(kind));

const askAgain = (what: string): ApiError =>
  new ApiError('service_unavailable', `${what} meanwhile; nothing was kept or charged. Ask again.`, {}, 1);

/** Where another writer fails, the composer writes it, and the answer says why. */
async function written(
  base: Base,
  { events, totalCount }: JourneyFacts,
): Promise<{ summary: string; model: string; fallback: string | null }> {
  const writer = writerOf(base);
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
