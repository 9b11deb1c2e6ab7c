// The form on the page of a link after a CRM is connected: the outcome that each of its stages and forms means.
import { writeAudit } from '../../../account/audit/index.ts';
import { findProfile } from '../../../account/places/index.ts';
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { OutcomeSource } from '../../../providers/record-source.ts';
import { findConnection, setStatusByAccounts } from '../connection.ts';
import { type ConnectLink, findConnectLink } from '../links.ts';
import type { Provider } from '../providers.ts';
import { queueSyncs } from '../sync-queue.ts';
import {
  checkEventTypes,
  checkPlaces,
  type MappedOutcome,
  mappingOf,
  outcomeChoices,
  outcomeSourcesOf,
  putMapping,
} from './mapping.ts';

export interface OutcomeForm {
  sources: OutcomeSource[];
  choices: { eventType: string; name: string }[];
  /** Null until it is confirmed. */
  mapping: MappedOutcome[] | null;
  /** The usual meaning of won stages and of forms, for a person to confirm. */
  proposal: MappedOutcome[];
}

/** Built-in event types, where a definition of the profile counts them. */
const PROPOSED = { won: 'closed_won', form: 'lead_created' };

/** For as long as the link would have worked. */
export function outcomeForm(
  base: Base,
  { connectionId, profileId, provider, status, expiresAt }: ConnectLink,
): OutcomeForm | undefined {
  if (provider.kind !== 'crm' || status !== 'used' || expiresAt <= base.clock.now()) return undefined;
  const connection = findConnection(base, connectionId);
  if (!connection || connection.removedAt !== null) return undefined;
  const [sources, choices] = [outcomeSourcesOf(base, connectionId), outcomeChoices(base, profileId)];
  const proposal = sources.flatMap(({ kind, id, isWon }) => {
    const eventType = kind === 'form' ? PROPOSED.form : isWon === true ? PROPOSED.won : '';
    return choices.some((each) => each.eventType === eventType) ? [{ kind, id, eventType }] : [];
  });
  return { sources, choices, proposal, mapping: mappingOf(base, connectionId) };
}

/** The person who has connected says what stages and forms mean. */
export function confirmOutcomes(base: Base, token: string, mapping: readonly MappedOutcome[]): void {
  const link = findConnectLink(base, token);
  const form = link && outcomeForm(base, link);
  if (!link || !form) throw new ApiError('invalid_state', 'This link has expired. Request another one.');
  checkPlaces(mapping, form.sources);
  checkEventTypes(base, link.profileId, mapping);
  const { connectionId, profileId, createdBy, provider } = link;
  base.state.tx(() => {
    putMapping(base, connectionId, mapping);
    const place = { profileId, workspaceId: findProfile(base, profileId)?.workspaceId ?? '' };
    const detail = { provider: provider.id, outcomes: mapping.length };
    writeAudit(base, { actor: createdBy, action: 'connection.outcomes_confirmed', ...place, subject: connectionId, detail });
    setStatusByAccounts(base, connectionId);
    queueSyncs(base, connectionId);
  });
}

type WantedOutcomes = { kind: 'stage' | 'form'; id: string; event_type: string }[];

/** The caller's meaning of stages and forms. @throws ApiError `validation_error` */
export function wantedMapping(
  base: Base,
  profileId: string,
  { kind, name }: Provider,
  outcomes: WantedOutcomes | undefined,
): MappedOutcome[] | undefined {
  if (!outcomes) return undefined;
  if (kind !== 'crm') throw new ApiError('validation_error', `settings.outcomes: ${name} has no stages or forms.`);
  const mapping = outcomes.map(({ event_type, ...place }) => ({ ...place, eventType: event_type }));
  checkEventTypes(base, profileId, mapping);
  return mapping;
}
