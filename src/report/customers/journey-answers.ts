// The answer of a journey: its events, touches, conversions and its person.
import type { ReadBase } from '../../base/base.ts';
import type { components } from '../../base/contract/types.ts';
import { personId, publicId } from '../../base/kit/ids.ts';
import { type CustomerDescription, describeCustomers } from '../../collect/identity/index.ts';
import { convertedMoney, decimalText, trimmedDecimal } from '../analytics/index.ts';
import type { EarnedRow, FullJourney, NewestRow, StepRow, TouchRow } from './journey-reads.ts';

export type JourneyEvent = components['schemas']['JourneyEvent'];
type JourneyTouch = components['schemas']['JourneyTouch'];
type JourneyPerson = components['schemas']['JourneyPerson'];

/** For an event outside any visit, missing evidence is no source. */
const hasSource = (step: StepRow): boolean => step.visit_origin_id !== null || step.is_direct === false;

export function eventOf(step: StepRow): JourneyEvent {
  const origin = hasSource(step) ? step : NO_SOURCE;
  return {
    event_type: step.event_type,
    event_name: step.event_name,
    event_time: step.occurred_at,
    url: step.url,
    path: step.path,
    channel: origin.channel,
    source: origin.source,
    medium: origin.medium,
    campaign: origin.campaign,
    value_amount: step.value_amount === null ? null : Number(step.value_amount),
    currency: step.currency,
    device: step.device,
    browser: step.browser,
    os: step.os,
    country: step.country,
    city: step.city,
    is_synthetic: step.is_synthetic,
    rule_id: origin.rule_id,
  };
}

const NO_SOURCE = { channel: null, source: null, medium: null, campaign: null, rule_id: null };

type Earned = Omit<EarnedRow, 'seq' | 'is_synthetic'>;
type Placed = Pick<
  TouchRow,
  'is_synthetic' | 'channel' | 'rule_id' | 'is_paid' | 'spend_match' | 'campaign_id' | 'adset_id' | 'ad_id'
>;

export function touchOf(
  profileId: string,
  placed: Placed,
  earned: Earned,
  { seq, time }: { seq: bigint; time: string },
): JourneyTouch {
  const { is_synthetic: isSynthetic } = placed;
  const { conversion_no: conversion } = earned;
  return {
    touch_id: publicId(isSynthetic ? 'synthetic_touch' : 'touch', profileId, seq),
    touched_at: time,
    is_synthetic: isSynthetic,
    channel: placed.channel,
    rule_id: placed.rule_id,
    is_paid: placed.is_paid,
    spend_match: placed.spend_match,
    campaign_id: placed.campaign_id,
    adset_id: placed.adset_id,
    ad_id: placed.ad_id,
    click_id_kind: earned.click_id_kind,
    conversion_id: conversion === null ? null : publicId('conversion', profileId, conversion),
    join_method: earned.join_method,
    in_window: earned.in_window,
    credit: conversion === null ? null : creditOf(earned),
  };
}

/** A step that is a touch, with what it earned. */
export function touchOfStep(profileId: string, step: StepRow, earned: Earned | undefined): JourneyTouch | null {
  const { channel, rule_id, is_paid } = step;
  if (!step.is_touch || !earned || channel === null || rule_id === null || is_paid === null) return null;
  return touchOf(profileId, { ...step, channel, rule_id, is_paid }, earned, { seq: step.seq, time: step.occurred_at });
}

const shareOf = (millionths: number | null): string => decimalText(BigInt(millionths ?? 0), 6);

/** Millionths as shares of one conversion, by model. */
const creditOf = (row: Earned): NonNullable<JourneyTouch['credit']> => ({
  first_touch: shareOf(row.first_touch),
  last_touch: shareOf(row.last_touch),
  last_non_direct: shareOf(row.last_non_direct),
  first_paid: shareOf(row.first_paid),
  last_paid: shareOf(row.last_paid),
  linear: shareOf(row.linear),
  position_based: shareOf(row.position_based),
  time_decay: shareOf(row.time_decay),
  data_driven: shareOf(row.data_driven),
});

export const descriptionOf = (base: ReadBase, profileId: string, personKey: bigint): CustomerDescription | undefined =>
  personKey > 0n ? describeCustomers(base, profileId, [personKey]).get(personKey) : undefined;

function conversionOf(profileId: string, row: NewestRow): JourneyPerson['conversions'][number] {
  const net = row.net_amount;
  return {
    conversion_id: publicId('conversion', profileId, row.conversion_no),
    outcome_event_id: publicId('fact', profileId, row.outcome_seq),
    goal: row.conversion_key,
    conversion_time: row.converted_at,
    revenue: net === null ? null : trimmedDecimal(net),
    revenue_type: row.revenue_type,
    currency: row.currency,
  };
}

/** The person in clear: names, identifiers, counts, and the newest conversions. */
export function personOf(
  base: ReadBase,
  profileId: string,
  { journey, person: row, cash, conversions }: FullJourney,
): JourneyPerson {
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
    first_seen_at: row?.first_seen_at ?? described?.first_seen_at ?? null,
    last_seen_at: row?.last_seen_at ?? described?.last_seen_at ?? null,
    session_count: Number(row?.session_count ?? 0),
    touch_count: Number(row?.touch_count ?? 0),
    conversion_count: Number(row?.conversion_count ?? 0),
    cash_revenue: convertedMoney(cash ? cash.cash_revenue : row?.cash_revenue),
    conversions: conversions.map((conversion) => conversionOf(profileId, conversion)),
  };
}
