// The meaning of a CRM's deal stages and forms, and of calendars: a person confirms the outcome of each, if any. Until then nothing of the CRM is read, and no event of a calendar
// counts.
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { definitionsOf } from '../../../credit/definitions/index.ts';
import type { OutcomeSource } from '../../../providers/record-source.ts';
import { accountsOf, type Connection } from '../connection.ts';
import { storedMapping, storedOutcomeSources } from '../stored.ts';

export interface MappedOutcome {
  kind: OutcomeSource['kind'];
  /** The id of the stage, form or calendar. */
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

/** What can mean an outcome of a connection: the stages and forms of a CRM, or the chosen calendars. */
export const placesOfOutcomes = (base: ReadBase, { connectionId, provider }: Connection): OutcomeSource[] =>
  provider.kind === 'calendar'
    ? accountsOf(base, connectionId)
        .filter((account) => account.is_selected === 1)
        .map(({ account_id: id, name }) => ({ kind: 'calendar', id, name }))
    : outcomeSourcesOf(base, connectionId);

/** The outcome that events of calendars are. */
export const APPOINTMENT = 'appointment_booked';

/** Event types that the places of a connection may mean. */
export const choicesOf = (base: ReadBase, { profileId, provider }: Pick<Connection, 'profileId' | 'provider'>) =>
  outcomeChoices(base, profileId).filter(({ eventType }) => provider.kind !== 'calendar' || eventType === APPOINTMENT);

export const sourcesOf = (stored: ReturnType<typeof storedOutcomeSources.readOrNull>): OutcomeSource[] =>
  (stored ?? []).map(({ isWon, ...source }) => ({ ...source, ...(isWon === undefined ? {} : { isWon }) }));

/** @throws ApiError `validation_error` for what nothing counts. */
export function checkEventTypes(base: ReadBase, place: Parameters<typeof choicesOf>[1], mapping: readonly MappedOutcome[]): void {
  const known = new Set(choicesOf(base, place).map(({ eventType }) => eventType));
  const unknown = mapping.find(({ eventType }) => !known.has(eventType));
  if (unknown && place.provider.kind === 'calendar' && unknown.eventType !== APPOINTMENT)
    throw new ApiError('validation_error', `outcomes: events of a calendar are ${APPOINTMENT}.`);
  if (unknown)
    throw new ApiError('validation_error', `outcomes: no active definition counts the event type ${unknown.eventType}.`);
  const places = mapping.map(({ kind, id }) => `${kind} ${id}`);
  if (new Set(places).size < places.length)
    throw new ApiError('validation_error', 'outcomes: names a stage, form or calendar more than once.');
}

/** @throws ApiError `validation_error` for a stage, form or calendar that the accounts do not have. */
export function checkPlaces(mapping: readonly MappedOutcome[], sources: readonly OutcomeSource[]): void {
  const unknown = mapping.find((each) => !sources.some(({ kind, id }) => kind === each.kind && id === each.id));
  if (unknown) throw new ApiError('validation_error', `outcomes: the account has no ${unknown.kind} ${unknown.id}.`);
}

/** Stores what a person has confirmed. Another mapping has everything read again. Inside the caller's transaction. */
export function putMapping(base: Base, connectionId: string, mapping: readonly MappedOutcome[]): void {
  const before = mappingOf(base, connectionId);
  const stored = storedMapping.write([...mapping]);
  if (before !== null && storedMapping.write(before) === stored) return;
  base.state.statement('act/connections/connection_mapping_put').run({ connection_id: connectionId, mapping: stored });
  base.state.statement('act/connections/accounts_read_anew').run({ connection_id: connectionId, now: base.clock.now() });
}
