// Journeys: everything a person did, in order, and what each touch earned. Without the personal-data scope only touches, ids and
// credit are answered, never a person, page, device or place.
import { requireScope } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Call, Operation, Principal } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.gen.ts';
import { numberOf, personId, personOfLoneOutcome, publicId } from '../../base/kit/ids.ts';
import type { Row, Statement } from '../../base/warehouse/port.ts';
import { generationsOf } from '../../collect/events/index.ts';
import {
  type CustomerDescription,
  customerByEmail,
  customerByExternalId,
  customerByPhone,
  describeCustomers,
  isKnownCustomer,
  normaliseIdentifier,
  tokenise,
  visitorKeyOf,
} from '../../collect/people/index.ts';
import { MODELS } from '../../credit/attribution/index.ts';
import { asWarnings, convertedMoney, decimalText, rateWarnings, trimmedDecimal } from '../analytics/index.ts';
import { askEvents, askJourney, conversionStatement, type Journey, type KeyedJourney, personStatement } from './journey-reads.ts';

export type JourneyEvent = components['schemas']['JourneyEvent'];
type JourneyTouch = components['schemas']['JourneyTouch'];
type JourneyPerson = components['schemas']['JourneyPerson'];
type JourneyConversion = components['schemas']['JourneyConversion'];

/** Of an event outside any visit, the lack of evidence is no source. */
const hasSource = (step: Row): boolean => step['visit_origin_id'] !== null || step['is_direct'] === false;

function eventOf(step: Row): JourneyEvent {
  const origin = hasSource(step) ? step : NO_SOURCE;
  return {
    event_type: step['event_type'] as string,
    event_name: step['event_name'] as string,
    event_time: step['occurred_at'] as string,
    url: step['url'] as string | null,
    path: step['path'] as string | null,
    channel: origin['channel'] as string | null,
    source: origin['source'] as string | null,
    medium: origin['medium'] as string | null,
    campaign: origin['campaign'] as string | null,
    value_amount: step['value_amount'] === null ? null : Number(step['value_amount']),
    currency: step['currency'] as string | null,
    device: step['device'] as string | null,
    browser: step['browser'] as string | null,
    os: step['os'] as string | null,
    country: step['country'] as string | null,
    city: step['city'] as string | null,
    is_synthetic: step['is_synthetic'] as boolean,
    rule_id: origin['rule_id'] as string | null,
  };
}

const NO_SOURCE: Row = { channel: null, source: null, medium: null, campaign: null, rule_id: null };

function touchOf(profileId: string, row: Row, seq: bigint, touchedAt: unknown): JourneyTouch {
  const isSynthetic = row['is_synthetic'] as boolean;
  const conversion = row['conversion_no'] as bigint | null;
  return {
    touch_id: publicId(isSynthetic ? 'synthetic_touch' : 'touch', profileId, seq),
    touched_at: touchedAt as string,
    is_synthetic: isSynthetic,
    channel: row['channel'] as string,
    rule_id: row['rule_id'] as string,
    is_paid: row['is_paid'] as boolean,
    spend_match: row['spend_match'] as JourneyTouch['spend_match'],
    campaign_id: row['campaign_id'] as string | null,
    adset_id: row['adset_id'] as string | null,
    ad_id: row['ad_id'] as string | null,
    click_id_kind: row['click_id_kind'] as string | null,
    conversion_id: conversion === null ? null : publicId('conversion', profileId, conversion),
    join_method: row['join_method'] as JourneyTouch['join_method'],
    in_window: row['in_window'] as boolean | null,
    credit: conversion === null ? null : creditOf(row),
  };
}

/** Millionths as shares of one conversion, by model. */
const creditOf = (row: Row): NonNullable<JourneyTouch['credit']> =>
  Object.fromEntries(MODELS.map((model) => [model, decimalText(BigInt(row[model] as number), 6)])) as NonNullable<
    JourneyTouch['credit']
  >;

const readsPeople = (principal: Principal): boolean => principal.scopes.has('customers:read');

const descriptionOf = (base: Base, profileId: string, personKey: bigint): CustomerDescription | undefined =>
  personKey > 0n ? describeCustomers(base, profileId, [personKey]).get(personKey) : undefined;

function conversionOf(profileId: string, row: Row): JourneyPerson['conversions'][number] {
  const net = row['net_amount'] as string | null;
  return {
    conversion_id: publicId('conversion', profileId, row['conversion_no'] as bigint),
    outcome_event_id: publicId('fact', profileId, row['outcome_seq'] as bigint),
    goal: row['conversion_key'] as string,
    conversion_time: row['converted_at'] as string,
    revenue: net === null ? null : trimmedDecimal(net),
    revenue_type: row['revenue_type'] as 'cash' | 'pipeline' | 'gross',
    currency: row['currency'] as string | null,
  };
}

/** Who it is, in clear: names, identifiers, counts, and the newest conversions. */
function personOf(base: Base, profileId: string, { journey, person: row, conversions }: KeyedJourney): JourneyPerson {
  const { personKey } = journey;
  const described = descriptionOf(base, profileId, personKey);
  return {
    customer_profile_id: personId(profileId, personKey),
    first_name: described?.first_name ?? null,
    last_name: described?.last_name ?? null,
    identifiers: {
      external_ids: described?.external_ids ?? [],
      crm_contact_ids: described?.crm_contact_ids ?? [],
      emails: described?.emails ?? [],
      phones: described?.phones ?? [],
      phones_as_given: described?.phones_as_given ?? [],
    },
    first_seen_at: (row['first_seen_at'] ?? described?.first_seen_at ?? null) as string | null,
    last_seen_at: (row['last_seen_at'] ?? described?.last_seen_at ?? null) as string | null,
    session_count: Number(row['session_count'] ?? 0),
    touch_count: Number(row['touch_count'] ?? 0),
    conversion_count: Number(row['conversion_count'] ?? 0),
    cash_revenue: convertedMoney(row['cash_revenue'] as string | null | undefined),
    conversions: conversions.map((conversion) => conversionOf(profileId, conversion)),
  };
}

/** The conversion asked, or the person's newest: ids, the goal, and the caller's own key of the customer. */
function conversionMeta(
  base: Base,
  profileId: string,
  { journey, conversion: row, version }: KeyedJourney,
  customerKey: string | undefined,
): JourneyConversion {
  const key = customerKey ?? descriptionOf(base, profileId, journey.personKey)?.external_ids[0] ?? null;
  if (!row) return { customer_key: key, ...NO_CONVERSION, version };
  return {
    customer_key: key,
    conversion_id: publicId('conversion', profileId, row['conversion_no'] as bigint),
    outcome_event_id: publicId('fact', profileId, row['outcome_seq'] as bigint),
    goal: row['conversion_key'] as string,
    conversion_time: row['converted_at'] as string,
    revenue_type: row['revenue_type'] as JourneyConversion['revenue_type'],
    window_days: row['window_days'] as number,
    first_touch_window_days: row['first_touch_days'] as number,
    model: row['model'] as JourneyConversion['model'],
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
function keysOfId(base: Base, profileId: string, id: string): Parameters<typeof personStatement>[0] | undefined {
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
  base: Base,
  profileId: string,
  id: string,
  limit: number,
): Promise<{ personKey: bigint; events: JourneyEvent[]; totalCount: number } | undefined> {
  const keys = keysOfId(base, profileId, id);
  const journey = keys && (await askEvents(base, profileId, personStatement(keys), { limit, offset: 0 }));
  if (!journey || isErased(base, profileId, journey)) return undefined;
  return { personKey: journey.personKey, events: journey.steps.map(eventOf), totalCount: journey.totalCount };
}

export const getCustomerJourney: Operation<'getCustomerJourney'> = async (call, base) => {
  const { profileId } = call.profile;
  const keys = keysOfId(base, profileId, call.params.id);
  const journey = keys && (await askEvents(base, profileId, personStatement(keys), call.params));
  return { data: fullRows(journey && isErased(base, profileId, journey) ? undefined : journey), meta: { profile_id: profileId } };
};

/** Figures keep an erased person's facts without the person: their former ids open none of them. */
const isErased = (base: Base, profileId: string, { personKey }: Pick<Journey, 'personKey'>): boolean =>
  personKey > 0n && !isKnownCustomer(base, profileId, personKey);

const fullRows = (journey: Journey | undefined) => ({
  events: (journey?.steps ?? []).map(eventOf),
  total_count: journey?.totalCount ?? 0,
});

/** Touches alone, as rows for callers who may not read people. */
const keyRows = (profileId: string, { steps, totalCount }: Journey) => ({
  events: steps.map((row) => touchOf(profileId, row, row['touch_seq'] as bigint, row['touched_at'])),
  total_count: totalCount,
});

/** Who is named by the one parameter that may be given. */
function customerAsked(base: Base, call: Call<'getCustomerJourneyByKey'>): bigint | undefined {
  const { customer_key, email, phone } = call.params;
  const { profileId } = call.profile;
  if ([customer_key, email, phone].filter((value) => value !== undefined).length !== 1)
    throw new ApiError('invalid_parameter', 'customer_key: send exactly one of customer_key, email and phone.');
  if (customer_key !== undefined) return customerByExternalId(base, profileId, customer_key);
  requireScope(base, call, 'customers:read');
  return email === undefined ? customerByPhone(base, profileId, phone as string) : customerByEmail(base, profileId, email);
}

export const getCustomerJourneyByKey: Operation<'getCustomerJourneyByKey'> = async (call, base) => {
  const customerNo = customerAsked(base, call);
  if (customerNo === undefined) return emptyJourney(call);
  return answerJourney(base, call, personStatement({ customer_no: customerNo }), call.params.customer_key);
};

/** Finds a conversion by its own id, by its outcome's, or by the key the caller sent with the event. */
function conversionAsked(base: Base, profileId: string, id: string): Statement | undefined {
  const conversion = numberOf('conversion', profileId, id);
  if (conversion !== undefined) return conversionStatement({ conversion_no: conversion });
  const outcome = numberOf('fact', profileId, id);
  const outcomes = outcome === undefined ? generationsOf(base, profileId, id).map(({ seq }) => seq) : [outcome];
  return outcomes.length === 0 ? undefined : conversionStatement({ outcome_seqs: outcomes });
}

export const getConversionJourney: Operation<'getConversionJourney'> = async (call, base) => {
  const { profileId } = call.profile;
  const person = conversionAsked(base, profileId, call.params.id);
  return person ? answerJourney(base, call, person, undefined) : emptyJourney(call);
};

const keyOfStep = (step: Row): string => `${step['seq']} ${step['is_synthetic']}`;

type KeyedCall = Call<'getCustomerJourneyByKey'> | Call<'getConversionJourney'>;
type KeyedAnswer = components['schemas']['KeyedJourneyAnswer'];

/** A stranger's id answers as nobody's: empty, not an error. */
const emptyJourney = (call: KeyedCall): KeyedAnswer => ({
  data: { events: [], total_count: 0 },
  meta: { profile_id: call.profile.profileId, conversion: null, ...(readsPeople(call.principal) ? { person: null } : {}) },
});

async function answerJourney(
  base: Base,
  call: KeyedCall,
  asked: Statement,
  customerKey: string | undefined,
): Promise<KeyedAnswer> {
  const { profileId } = call.profile;
  const isFull = readsPeople(call.principal);
  const { limit, offset } = call.params;
  const found = await askJourney(base, profileId, asked, { isFull, limit, offset });
  if (!found || isErased(base, profileId, found.journey)) return emptyJourney(call);
  const { journey } = found;
  const conversion = conversionMeta(base, profileId, found, customerKey);
  if (!isFull) return { data: keyRows(profileId, journey), meta: { profile_id: profileId, conversion } };
  const earned = new Map(found.earned.map((row) => [keyOfStep(row), row]));
  const events = journey.steps.map((step) => ({
    ...eventOf(step),
    touch:
      step['is_touch'] === true
        ? touchOf(profileId, { ...step, ...earned.get(keyOfStep(step)) }, step['seq'] as bigint, step['occurred_at'])
        : null,
  }));
  return {
    data: { events, total_count: journey.totalCount },
    meta: { profile_id: profileId, conversion, person: personOf(base, profileId, found) },
    ...asWarnings(rateWarnings((found.person['unpriced_currencies'] ?? []) as string[])),
  };
}
