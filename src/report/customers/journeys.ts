// Journeys: everything a person did, in order, and what each touch earned. Without the personal-data scope only touches, ids and
// credit are answered, never a person, page, device or place.
import { requireScope } from '../../account/access/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Call, type Principal, reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { numberOf, personOfLoneOutcome, publicId } from '../../base/kit/ids.ts';
import { generationsOf } from '../../collect/events/index.ts';
import {
  customerByEmail,
  customerByExternalId,
  customerByPhone,
  isKnownCustomer,
  normaliseIdentifier,
  tokenise,
  visitorKeyOf,
} from '../../collect/identity/index.ts';
import { asWarnings, rateWarnings } from '../analytics/index.ts';
import { descriptionOf, eventOf, type JourneyEvent, personOf, touchOf, touchOfStep } from './journey-answers.ts';
import {
  askEvents,
  askJourney,
  askTouches,
  conversionNamed,
  type Journey,
  type JourneyQuery,
  type Keyed,
  personAsked,
  type StepRow,
  type TouchRow,
} from './journey-reads.ts';

type JourneyConversion = components['schemas']['JourneyConversion'];

const readsPeople = (principal: Principal): boolean => principal.scopes.has('customers:read');

/** The conversion asked, or the person's newest: ids, the goal, and the caller's own key of the customer. */
function conversionMeta(
  base: ReadBase,
  profileId: string,
  { journey, conversion: row, version }: Keyed<unknown>,
  customerKey: string | undefined,
): JourneyConversion {
  const key = customerKey ?? descriptionOf(base, profileId, journey.personKey)?.external_ids[0] ?? null;
  if (!row) return { customer_key: key, ...NO_CONVERSION, version };
  return {
    customer_key: key,
    conversion_id: publicId('conversion', profileId, row.conversion_no),
    outcome_event_id: publicId('fact', profileId, row.outcome_seq),
    goal: row.conversion_key,
    conversion_time: row.converted_at,
    revenue_type: row.revenue_type,
    window_days: row.window_days,
    first_touch_window_days: row.first_touch_days,
    model: row.model,
    version,
  };
}

const NO_CONVERSION = {
  conversion_id: null,
  outcome_event_id: null,
  goal: null,
  conversion_time: null,
  revenue_type: null,
  window_days: null,
  first_touch_window_days: null,
  model: null,
} as const;

/** The person of a customer's, a browser's or a nameless outcome's public id, or of the id that a browser calls itself by. */
function keysOfId(base: ReadBase, profileId: string, id: string): Parameters<typeof personAsked>[0] | undefined {
  const customer = numberOf('customer', profileId, id);
  if (customer !== undefined) return { customer_no: customer };
  const browser = numberOf('browser', profileId, id);
  if (browser !== undefined) return { visitor_key: browser };
  const outcome = numberOf('fact', profileId, id);
  if (outcome !== undefined) return { lone_outcome_key: personOfLoneOutcome(outcome) };
  const normal = normaliseIdentifier('anonymous_id', id);
  if (normal.refused !== undefined) return undefined;
  return { visitor_key: visitorKeyOf(tokenise(base, profileId, 'anonymous_id', normal.value)) };
}

/** The person of an id, and the first of their events in order of time. */
export async function firstEvents(
  base: ReadBase,
  profileId: string,
  id: string,
  limit: number,
): Promise<{ personKey: bigint; events: JourneyEvent[]; totalCount: number } | undefined> {
  const keys = keysOfId(base, profileId, id);
  const journey = keys && (await askEvents(base, profileId, personAsked(keys), { limit, offset: 0 }));
  if (!journey || isErased(base, profileId, journey)) return undefined;
  return { personKey: journey.personKey, events: journey.steps.map(eventOf), totalCount: journey.totalCount };
}

export const getCustomerJourney = reading('getCustomerJourney', async (call, base) => {
  const { profileId } = call.profile;
  const keys = keysOfId(base, profileId, call.params.id);
  if (call.params.include?.includes('person')) return journeyWithPerson(base, call, keys && personAsked(keys));
  const journey = keys && (await askEvents(base, profileId, personAsked(keys), call.params));
  return { data: fullRows(journey && isErased(base, profileId, journey) ? undefined : journey), meta: { profile_id: profileId } };
});

/** The same rows, and who the person is. */
async function journeyWithPerson(base: ReadBase, call: Call<'getCustomerJourney'>, request: JourneyQuery | undefined) {
  const { profileId } = call.profile;
  const found = request && (await askJourney(base, profileId, request, call.params));
  if (!found || found.journey.totalCount === 0 || isErased(base, profileId, found.journey))
    return { data: fullRows(undefined), meta: { profile_id: profileId, person: null } };
  return {
    data: fullRows(found.journey),
    meta: { profile_id: profileId, person: personOf(base, profileId, found) },
    ...asWarnings(rateWarnings(found.cash?.unpriced_currencies ?? [])),
  };
}

/** Figures keep an erased person's facts without the person: their former ids open none of them. */
const isErased = (base: ReadBase, profileId: string, { personKey }: Pick<Journey<unknown>, 'personKey'>): boolean =>
  personKey > 0n && !isKnownCustomer(base, profileId, personKey);

const fullRows = (journey: Journey<StepRow> | undefined) => ({
  events: (journey?.steps ?? []).map(eventOf),
  total_count: journey?.totalCount ?? 0,
});

/** Touches alone, as rows for callers who may not read people. */
const keyRows = (profileId: string, { steps, totalCount }: Journey<TouchRow>) => ({
  events: steps.map((row) => touchOf(profileId, row, row, { seq: row.touch_seq, time: row.touched_at })),
  total_count: totalCount,
});

/** The customer named by the only parameter that may be sent. */
function customerAsked(base: ReadBase, call: Call<'getCustomerJourneyByKey'>): bigint | undefined {
  const { customer_key, email, phone } = call.params;
  const { profileId } = call.profile;
  if ([customer_key, email, phone].filter((value) => value !== undefined).length !== 1)
    throw new ApiError('invalid_parameter', 'customer_key: send exactly one of customer_key, email and phone.');
  if (customer_key !== undefined) return customerByExternalId(base, profileId, customer_key);
  requireScope(base, call, 'customers:read');
  return email === undefined ? customerByPhone(base, profileId, phone as string) : customerByEmail(base, profileId, email);
}

export const getCustomerJourneyByKey = reading('getCustomerJourneyByKey', async (call, base) => {
  const customerNo = customerAsked(base, call);
  if (customerNo === undefined) return emptyJourney(call);
  return answerJourney(base, call, personAsked({ customer_no: customerNo }), call.params.customer_key);
});

/** Finds a conversion by its own id, by its outcome's, or by the key the caller sent with the event. */
function conversionAsked(base: ReadBase, profileId: string, id: string): JourneyQuery | undefined {
  const conversion = numberOf('conversion', profileId, id);
  if (conversion !== undefined) return conversionNamed({ conversion_no: conversion });
  const outcome = numberOf('fact', profileId, id);
  const outcomes = outcome === undefined ? generationsOf(base, profileId, id).map(({ seq }) => seq) : [outcome];
  return outcomes.length === 0 ? undefined : conversionNamed({ outcome_seqs: outcomes });
}

export const getConversionJourney = reading('getConversionJourney', async (call, base) => {
  const { profileId } = call.profile;
  const person = conversionAsked(base, profileId, call.params.id);
  return person ? answerJourney(base, call, person, undefined) : emptyJourney(call);
});

const keyOfStep = (step: { seq: bigint; is_synthetic: boolean }): string => `${step.seq} ${step.is_synthetic}`;

type KeyedCall = Call<'getCustomerJourneyByKey'> | Call<'getConversionJourney'>;
type KeyedAnswer = components['schemas']['KeyedJourneyAnswer'];

/** A stranger's id answers as an unknown one: empty, not an error. */
const emptyJourney = (call: KeyedCall): KeyedAnswer => ({
  data: { events: [], total_count: 0 },
  meta: { profile_id: call.profile.profileId, conversion: null, ...(readsPeople(call.principal) ? { person: null } : {}) },
});

async function answerJourney(
  base: ReadBase,
  call: KeyedCall,
  request: JourneyQuery,
  customerKey: string | undefined,
): Promise<KeyedAnswer> {
  const { profileId } = call.profile;
  if (!readsPeople(call.principal)) return answerTouches(base, call, request, customerKey);
  const found = await askJourney(base, profileId, request, call.params);
  if (!found || isErased(base, profileId, found.journey)) return emptyJourney(call);
  const { journey } = found;
  const conversion = conversionMeta(base, profileId, found, customerKey);
  const earned = new Map(found.earned.map((row) => [keyOfStep(row), row]));
  const events = journey.steps.map((step) => ({
    ...eventOf(step),
    touch: touchOfStep(profileId, step, earned.get(keyOfStep(step))),
  }));
  return {
    data: { events, total_count: journey.totalCount },
    meta: { profile_id: profileId, conversion, person: personOf(base, profileId, found) },
    ...asWarnings(rateWarnings(found.cash?.unpriced_currencies ?? [])),
  };
}

/** Touches alone, for callers who may not read people. */
async function answerTouches(
  base: ReadBase,
  call: KeyedCall,
  request: JourneyQuery,
  customerKey: string | undefined,
): Promise<KeyedAnswer> {
  const { profileId } = call.profile;
  const found = await askTouches(base, profileId, request, call.params);
  if (!found || isErased(base, profileId, found.journey)) return emptyJourney(call);
  const conversion = conversionMeta(base, profileId, found, customerKey);
  return { data: keyRows(profileId, found.journey), meta: { profile_id: profileId, conversion } };
}
