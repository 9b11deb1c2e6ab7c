// The events of a record: its payments, reversals and outcomes, each under a permanent key. The result depends only on the record and on the
// confirmed stages, so that the order of arrival does not matter.
import { createHash } from 'node:crypto';
import type { EventInput } from '../../../collect/events/index.ts';
import {
  type AppointmentRecord,
  type DealRecord,
  type LeadRecord,
  NO_CURRENCY,
  type OutcomeSource,
  type RecordPayment,
  type RecordPerson,
  type SaleRecord,
  type SourceRecord,
} from '../../../providers/record-source.ts';
import type { MappedOutcome } from './mapping.ts';
import { originName, type RecordOrigin } from './origin.ts';

const MAX_TEXT = 256;

/** One event that counts now. */
export interface Entry {
  key: string;
  /** The stage or form; empty for money. */
  part: string;
  /** The key of the payment, for reversals. */
  of: string | undefined;
  at: number;
  input: EventInput;
}

/** An event that a record has brought before. */
export interface KnownEntry {
  key: string;
  part: string;
  occurredAt: number;
}

export interface EntryContext {
  origin: RecordOrigin;
  mapping: readonly MappedOutcome[];
  sources: readonly OutcomeSource[];
  /** The currency for accounts that name none. */
  currency: string;
  known: readonly KnownEntry[];
  readAt: number;
}

export function entriesOf(record: SourceRecord, context: EntryContext): Entry[] {
  switch (record.type) {
    case 'sale':
      return saleEntries(record, context);
    case 'deal':
      return dealEntries(record, context);
    case 'lead':
      return leadEntries(record, context);
    case 'appointment':
      return appointmentEntries(record, context);
  }
}

function saleEntries({ payments, reversals }: SaleRecord, { origin, known, readAt }: EntryContext): Entry[] {
  const paid = payments.map(({ ref, amount, currency, paidAt, person, orderId, ...ids }) =>
    entryOf(origin, { key: ref, part: '', at: paidAt, eventType: 'payment_received' }, person, {
      value: { amount, currency },
      ...(orderId === undefined ? {} : { deal_id: cleaned(orderId) }),
      sale: saleOf(origin, ids),
    }),
  );
  // The payment identifies the person who was refunded.
  const back = reversals.map(({ ref, of, amount, currency, at, changedAt }) => {
    const seen = at ?? known.find(({ key }) => key === ref)?.occurredAt ?? changedAt ?? readAt;
    const entry = entryOf(
      origin,
      { key: ref, part: '', at: seen, eventType: 'refund' },
      {},
      { value: { amount, currency }, refund_of: of },
    );
    return { ...entry, of };
  });
  return [...paid, ...back];
}

const MAX_IDS = 8;

/** What joins the payment to what other systems report of it. */
function saleOf(
  origin: RecordOrigin,
  { paymentIds = [], orderNumbers = [] }: Pick<RecordPayment, 'paymentIds' | 'orderNumbers'>,
): EventInput['sale'] {
  const listed = (ids: readonly string[]): string[] => [...new Set(ids.map(cleaned))].filter((id) => id !== '').slice(0, MAX_IDS);
  return { system: originName(origin), payment_ids: listed(paymentIds), order_ids: listed(orderNumbers) };
}

/** An outcome per event type, of the first stage that means it, with the deal's present value. What is won counts by the present won stage. */
function dealEntries(deal: DealRecord, context: EntryContext): Entry[] {
  const { origin, mapping, currency } = context;
  if (deal.isDeleted) return [];
  const value =
    deal.amount === undefined ? {} : { value: { amount: deal.amount, currency: currencyOf(deal.currency, currency) } };
  const counted = new Set<string>();
  return stagesOf(deal, context).flatMap(({ stageId, at }) => {
    const eventType = mapping.find(({ kind, id }) => kind === 'stage' && id === stageId)?.eventType;
    if (eventType === undefined || counted.has(eventType)) return [];
    counted.add(eventType);
    const key = `${originName(origin)}:deal:${deal.id}:${stageId}`;
    return [entryOf(origin, { key, part: stageId, at, eventType }, deal.person, { ...value, deal_id: cleaned(deal.id) })];
  });
}

const currencyOf = (own: string | undefined, other: string): string => (own === undefined || own === NO_CURRENCY ? other : own);

/**
 * Stages of the reading and stages known before, each at the earliest time of both, in the order of time. Of won stages, the present one
 * alone: at the provider's own time, as an earlier win was undone.
 */
function stagesOf(deal: DealRecord, { known, readAt, sources }: EntryContext): { stageId: string; at: number }[] {
  const won = new Set(sources.flatMap(({ kind, id, isWon }) => (kind === 'stage' && isWon === true ? [id] : [])));
  const times = new Map<string, number>();
  const add = (stageId: string, at: number): void => void times.set(stageId, Math.min(at, times.get(stageId) ?? at));
  const timed = deal.reached.filter((each): each is { stageId: string; at: number } => each.at !== undefined);
  for (const { stageId, at } of timed) add(stageId, at);
  for (const { part, occurredAt } of known) if (!(won.has(part) && times.has(part))) add(part, occurredAt);
  for (const { stageId } of deal.reached) if (!times.has(stageId)) add(stageId, readAt);
  return [...times]
    .map(([stageId, at]) => ({ stageId, at }))
    .filter(({ stageId }) => !won.has(stageId) || stageId === deal.wonStageId)
    .sort((a, b) => a.at - b.at || (a.stageId < b.stageId ? -1 : 1));
}

function leadEntries({ id, formId, at, person }: LeadRecord, { origin, mapping }: EntryContext): Entry[] {
  const eventType = mapping.find((each) => each.kind === 'form' && each.id === formId)?.eventType;
  if (eventType === undefined) return [];
  return [entryOf(origin, { key: `${originName(origin)}:lead:${id}`, part: formId, at, eventType }, person, {})];
}

/** At the time when it was booked, which stays when it moves. */
function appointmentEntries({ id, calendarId, bookedAt, person }: AppointmentRecord, context: EntryContext): Entry[] {
  const { origin, mapping, known, readAt } = context;
  const eventType = mapping.find((each) => each.kind === 'calendar' && each.id === calendarId)?.eventType;
  if (eventType === undefined || person === undefined) return [];
  // Ids of events have up to a thousand letters.
  const key = `${originName(origin)}:appointment:${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
  const at = Math.min(bookedAt ?? known.find((each) => each.key === key)?.occurredAt ?? readAt, readAt);
  return [entryOf(origin, { key, part: calendarId, at, eventType }, person, {})];
}

function entryOf(
  origin: RecordOrigin,
  { key, part, at, eventType }: { key: string; part: string; at: number; eventType: string },
  person: RecordPerson,
  more: Pick<EventInput, 'value' | 'deal_id' | 'refund_of' | 'sale'>,
): Entry {
  const user_traits = traitsOf(person);
  const input: EventInput = {
    event_type: eventType,
    idempotency_key: key,
    occurred_at: new Date(at).toISOString(),
    ...more,
    ...(Object.keys(user_traits).length === 0 ? {} : { user_traits }),
    properties: { connection: originName(origin) },
  };
  return { key, part, of: undefined, at, input };
}

/** A text that people have typed into a shop is no reason to refuse a payment. */
const cleaned = (text: string): string => text.toWellFormed().replace(/\p{C}/gu, '').trim().slice(0, MAX_TEXT);

function traitsOf(person: RecordPerson): Record<string, string> {
  const country = person.country !== undefined && /^[A-Za-z]{2}$/.test(person.country) ? person.country : undefined;
  const traits = {
    email: person.email,
    phone: person.phone,
    first_name: person.firstName,
    last_name: person.lastName,
    external_id: person.externalId,
    crm_contact_id: person.crmContactId,
    country,
  };
  return Object.fromEntries(
    Object.entries(traits).flatMap(([name, text]) => {
      const value = text === undefined ? '' : cleaned(text);
      return value === '' ? [] : [[name, value]];
    }),
  );
}
