// The outcome that each stage and form of a CRM means, and each calendar: on the page of a link after it is connected, and later by whom the profile lets.
import { actorOf, writeAudit } from '../../../account/audit/index.ts';
import { findProfile } from '../../../account/places/index.ts';
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { stateChange } from '../../../base/contract/operation.ts';
import type { OutcomeSource } from '../../../providers/record-source.ts';
import { findConnection, setStatusByAccounts } from '../connection.ts';
import { ownConnection, shown } from '../connections.ts';
import { type ConnectLink, findConnectLink } from '../links.ts';
import type { Provider } from '../providers.ts';
import { queueSyncs } from '../sync-queue.ts';
import {
  checkEventTypes,
  checkPlaces,
  choicesOf,
  type MappedOutcome,
  mappingOf,
  placesOfOutcomes,
  putMapping,
} from './mapping.ts';

export interface OutcomeForm {
  sources: OutcomeSource[];
  choices: { eventType: string; name: string }[];
  /** Null until it is confirmed. */
  mapping: MappedOutcome[] | null;
  /** The usual meaning of won stages and of forms, for a person to confirm. */
  proposal: MappedOutcome[];
  /** Without an answer everything else goes on. */
  isOptional: boolean;
}

/** Built-in event types, where a definition of the profile counts them. */
const PROPOSED = { won: 'closed_won', form: 'lead_created' };

/** For as long as the link would have worked. */
export function outcomeForm(
  base: Base,
  { connectionId, profileId, provider, status, expiresAt }: ConnectLink,
): OutcomeForm | undefined {
  if (!hasOutcomes(provider) || status !== 'used' || expiresAt <= base.clock.now()) return undefined;
  const connection = findConnection(base, connectionId);
  if (!connection || connection.removedAt !== null) return undefined;
  const isOptional = provider.kind === 'calendar';
  const [sources, choices] = [placesOfOutcomes(base, connection), choicesOf(base, { profileId, provider })];
  if (isOptional && choices.length === 0) return undefined;
  const proposal = sources.flatMap(({ kind, id, isWon }) => {
    const eventType = kind === 'form' ? PROPOSED.form : isWon === true ? PROPOSED.won : '';
    return choices.some((each) => each.eventType === eventType) ? [{ kind, id, eventType }] : [];
  });
  return { sources, choices, proposal, isOptional, mapping: mappingOf(base, connectionId) };
}

export const hasOutcomes = ({ kind }: Pick<Provider, 'kind'>): boolean => kind === 'crm' || kind === 'calendar';

/** The person who has connected says what stages and forms mean. */
export function confirmOutcomes(base: Base, token: string, mapping: readonly MappedOutcome[]): void {
  const link = findConnectLink(base, token);
  const form = link && outcomeForm(base, link);
  if (!link || !form) throw new ApiError('invalid_state', 'This link has expired. Request another one.');
  checkPlaces(mapping, form.sources);
  checkEventTypes(base, link, mapping);
  base.state.tx(() => keepMapping(base, link, mapping, link.createdBy));
}

/** Inside the caller's transaction. */
function keepMapping(
  tx: Base,
  { connectionId, profileId, provider }: Pick<ConnectLink, 'connectionId' | 'profileId' | 'provider'>,
  mapping: readonly MappedOutcome[],
  actor: string,
): void {
  putMapping(tx, connectionId, mapping);
  const place = { profileId, workspaceId: findProfile(tx, profileId)?.workspaceId ?? '' };
  const detail = { provider: provider.id, outcomes: mapping.length };
  writeAudit(tx, { actor, action: 'connection.outcomes_confirmed', ...place, subject: connectionId, detail });
  setStatusByAccounts(tx, connectionId);
  queueSyncs(tx, connectionId);
}

export const putConnectionOutcomes = stateChange('putConnectionOutcomes', ({ principal, profile, params, body }, tx) => {
  const connection = ownConnection(tx, profile.profileId, params.id);
  const { provider, removedAt } = connection;
  if (removedAt !== null) throw new ApiError('not_found', 'No such connection.');
  if (!hasOutcomes(provider))
    throw new ApiError('validation_error', `outcomes: ${provider.name} has no stages, forms or calendars.`);
  const mapping = body.outcomes.map(({ event_type, ...place }) => ({ ...place, eventType: event_type }));
  checkPlaces(mapping, placesOfOutcomes(tx, connection));
  checkEventTypes(tx, connection, mapping);
  keepMapping(tx, connection, mapping, actorOf(principal));
  return { data: shown(tx, ownConnection(tx, profile.profileId, params.id)) };
});

type WantedOutcomes = { kind: 'stage' | 'form'; id: string; event_type: string }[];

/** The caller's meaning of stages and forms. @throws ApiError `validation_error` */
export function wantedMapping(
  base: Base,
  profileId: string,
  provider: Provider,
  outcomes: WantedOutcomes | undefined,
): MappedOutcome[] | undefined {
  if (!outcomes) return undefined;
  if (provider.kind !== 'crm')
    throw new ApiError('validation_error', `settings.outcomes: ${provider.name} has no stages or forms.`);
  const mapping = outcomes.map(({ event_type, ...place }) => ({ ...place, eventType: event_type }));
  checkEventTypes(base, { profileId, provider }, mapping);
  return mapping;
}
