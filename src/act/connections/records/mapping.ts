// The meaning of a CRM's deal stages and forms: a person confirms the outcome of each, if any. Until then nothing of the CRM is read.
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { definitionsOf } from '../../../credit/definitions/index.ts';
import type { OutcomeSource } from '../../../providers/record-source.ts';
import { storedMapping, storedOutcomeSources } from '../stored.ts';

export interface MappedOutcome {
  kind: OutcomeSource['kind'];
  /** The id of the stage or form. */
  id: string;
  eventType: string;
}

/** Event types that outcomes can have here, each with the name of what counts it. */
export function outcomeChoices(base: ReadBase, profileId: string): { eventType: string; name: string }[] {
  const choices = definitionsOf(base, profileId)
    .filter((each) => each.is_active)
    .flatMap(({ name, event_types }) => event_types.map((eventType) => ({ eventType, name })));
  return choices.filter(({ eventType }, at) => choices.findIndex((each) => each.eventType === eventType) === at);
}

export function mappingOf(base: ReadBase, connectionId: string): MappedOutcome[] | null {
  const row = base.state.statement('act/connections/connection_get').get({ connection_id: connectionId });
  return storedMapping.readOrNull(row?.mapping ?? null);
}

/** The stages and forms of a connection's accounts, as they were last read. */
export const outcomeSourcesOf = (base: ReadBase, connectionId: string): OutcomeSource[] =>
  base.state
    .statement('act/connections/accounts_list')
    .all({ connection_id: connectionId })
    .filter((account) => account.is_selected === 1)
    .flatMap((account) => sourcesOf(storedOutcomeSources.readOrNull(account.outcome_sources)));

export const sourcesOf = (stored: ReturnType<typeof storedOutcomeSources.readOrNull>): OutcomeSource[] =>
  (stored ?? []).map(({ isWon, ...source }) => ({ ...source, ...(isWon === undefined ? {} : { isWon }) }));

/** @throws ApiError `validation_error` for what nothing counts. */
export function checkEventTypes(base: ReadBase, profileId: string, mapping: readonly MappedOutcome[]): void {
  const known = new Set(outcomeChoices(base, profileId).map(({ eventType }) => eventType));
  const unknown = mapping.find(({ eventType }) => !known.has(eventType));
  if (unknown)
    throw new ApiError('validation_error', `settings.outcomes: no active definition counts the event type ${unknown.eventType}.`);
  const places = mapping.map(({ kind, id }) => `${kind} ${id}`);
  if (new Set(places).size < places.length)
    throw new ApiError('validation_error', 'settings.outcomes: names a stage or form more than once.');
}

/** @throws ApiError `validation_error` for a stage or form that the accounts do not have. */
export function checkPlaces(mapping: readonly MappedOutcome[], sources: readonly OutcomeSource[]): void {
  const unknown = mapping.find((each) => !sources.some(({ kind, id }) => kind === each.kind && id === each.id));
  if (unknown) throw new ApiError('validation_error', `settings.outcomes: the account has no ${unknown.kind} ${unknown.id}.`);
}

/** Stores what a person has confirmed. Another mapping has everything read again. Inside the caller's transaction. */
export function putMapping(base: Base, connectionId: string, mapping: readonly MappedOutcome[]): void {
  const before = mappingOf(base, connectionId);
  const stored = storedMapping.write([...mapping]);
  if (before !== null && storedMapping.write(before) === stored) return;
  base.state.statement('act/connections/connection_mapping_put').run({ connection_id: connectionId, mapping: stored });
  base.state.statement('act/connections/accounts_read_anew').run({ connection_id: connectionId, now: base.clock.now() });
}
