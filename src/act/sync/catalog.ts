// The catalog: which definitions each destination gets, under which event name, and the privacy mode in which everything is sent.
import { actorOf } from '../../account/audit/index.ts';
import { changePrivacyMode } from '../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, type Call, reading, stateChange } from '../../base/contract/operation.ts';
import { type Definition, definitionsOf } from '../../credit/definitions/index.ts';
import { findConnection } from '../connections/index.ts';
import { auditDestination, catalogOf, type Destination, destinationsOf } from './destination.ts';
import { ownDestination } from './destinations.ts';
import { privacyModeOf } from './event/neutral-event.ts';
import { followAgain } from './follow.ts';
import { kindsOf, reasonOf } from './kinds.ts';

type Data = Answer<'getConversionCatalog'>['data'];

/** The platforms' name of the event; a definition may be sent under any other name. */
const NAMES = { cash: 'purchase', gross: 'purchase', pipeline: 'lead' } as const;
const defaultNameOf = ({ revenue_type }: Definition): string => NAMES[revenue_type];

const HOUR_MS = 3_600_000;

function shown(base: ReadBase, profileId: string): Data {
  const catalog = catalogOf(base, profileId);
  const kinds = kindsOf(base);
  return {
    privacy_mode: privacyModeOf(base, profileId),
    destinations: destinationsOf(base, profileId).map((destination) => ({
      destination_id: destination.destinationId,
      kind: destination.kind,
      name: destination.name,
      status: destination.status,
      status_reason: reasonOf(base, destination),
      events: catalog
        .filter((each) => each.destinationId === destination.destinationId)
        .map(({ conversionKey, eventName, valueRule, enabledAt }) => ({
          goal: conversionKey,
          event_name: eventName,
          value: valueRule,
          enabled_at: new Date(enabledAt).toISOString(),
        })),
    })),
    goals: definitionsOf(base, profileId).map((each) => ({
      goal: each.conversion_key,
      name: each.name,
      revenue_type: each.revenue_type,
      default_event_name: defaultNameOf(each),
    })),
    kinds: [...kinds].map(([kind, { limits }]) => ({
      kind,
      max_age_hours: Math.floor(limits.maxAgeMs / HOUR_MS),
      dedup_window_hours: Math.floor(limits.dedupWindowMs / HOUR_MS),
      can_restate: limits.canRestate,
      can_retract: limits.canRetract,
    })),
  };
}

export const getConversionCatalog = reading('getConversionCatalog', ({ profile }, base) => ({
  data: shown(base, profile.profileId),
  meta: { profile_id: profile.profileId },
}));

type Entry = NonNullable<Call<'putConversionCatalog'>['body']['destinations']>[number];

interface NewEvent {
  conversionKey: string;
  eventName: string;
  valueRule: 'net' | 'none';
}

/** @throws ApiError naming the field. */
function requireEvents(definitions: readonly Definition[], { events, shared_event_names }: Entry, at: string): NewEvent[] {
  const found = events.map(({ goal, event_name, value }, index) => {
    const definition = definitions.find(({ conversion_key }) => conversion_key === goal);
    if (!definition) throw new ApiError('validation_error', `${at}.events[${index}].goal: this profile has no goal "${goal}".`);
    return { conversionKey: goal, eventName: event_name ?? defaultNameOf(definition), valueRule: value ?? 'net' };
  });
  if (new Set(found.map(({ conversionKey }) => conversionKey)).size < found.length)
    throw new ApiError('validation_error', `${at}.events: names a goal twice.`);
  const names = found.map(({ eventName }) => eventName.toLowerCase());
  const double = found.find(({ eventName }, index) => names.indexOf(eventName.toLowerCase()) < index);
  if (double && shared_event_names !== 'count_each')
    throw new ApiError(
      'validation_error',
      `${at}.events: two goals are sent as ${double.eventName}, which the destination would count twice; name them differently, or set shared_event_names to count_each.`,
    );
  return found;
}

/** @throws ApiError for a destination whose connection has ended. */
function requireReachable(base: ReadBase, { connectionId, sealedSecret, kind }: Destination): void {
  if (sealedSecret || connectionId === null) return;
  const connection = findConnection(base, connectionId);
  if (connection?.removedAt === null && connection.status !== 'disabled') return;
  throw new ApiError('connection_not_ready', `The connection of the destination to ${kind} has ended: name another one first.`);
}

function replaceEvents(tx: Base, destination: Destination, events: readonly NewEvent[]): boolean {
  const { destinationId, profileId } = destination;
  const before = catalogOf(tx, profileId).filter((each) => each.destinationId === destinationId);
  const isSame =
    before.length === events.length &&
    events.every((each) =>
      before.some(
        (one) => one.conversionKey === each.conversionKey && one.eventName === each.eventName && one.valueRule === each.valueRule,
      ),
    );
  if (isSame) return false;
  for (const { conversionKey } of before)
    if (!events.some((each) => each.conversionKey === conversionKey))
      tx.state.statement('act/sync/catalog_remove').run({ destination_id: destinationId, conversion_key: conversionKey });
  for (const { conversionKey, eventName, valueRule } of events)
    tx.state.statement('act/sync/catalog_put').run({
      destination_id: destinationId,
      conversion_key: conversionKey,
      profile_id: profileId,
      event_name: eventName,
      value_rule: valueRule,
      enabled_at: tx.clock.now(),
    });
  return true;
}

export const putConversionCatalog = stateChange('putConversionCatalog', ({ principal, profile, body }, tx) => {
  const { profileId } = profile;
  const actor = actorOf(principal);
  const decided = body.privacy_mode === undefined ? false : changePrivacyMode(tx, principal, profile, body.privacy_mode);
  if (decided instanceof ApiError) return decided;
  const definitions = definitionsOf(tx, profileId);
  let isChanged = false;
  for (const [index, entry] of (body.destinations ?? []).entries()) {
    const at = `destinations[${index}]`;
    const destination = ownDestination(tx, profileId, entry.destination_id);
    const events = requireEvents(definitions, entry, at);
    if (events.length > 0) requireReachable(tx, destination);
    if (!replaceEvents(tx, destination, events)) continue;
    isChanged = true;
    auditDestination(tx, destination, {
      actor,
      action: 'catalog_changed',
      detail: { goals: entry.events.map(({ goal }) => goal) },
    });
  }
  if (isChanged) followAgain(tx, profileId);
  return { data: { ...shown(tx, profileId), replay_queued: decided }, meta: { profile_id: profileId } };
});
