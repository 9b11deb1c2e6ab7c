// The payload of a due delivery, or the reason for none: in memory, just before it is sent.
import type { Base } from '../../base/base.ts';
import type { RowOf } from '../../base/state/state.ts';
import { definitionsOf } from '../../credit/definitions/index.ts';
import { type Item, oldestTaken } from '../../providers/conversions/deliver.ts';
import type { DestinationKind, Money, NeutralEvent, SkipReason } from '../../providers/conversions/destination.ts';
import { isUnconfirmed } from './confirm.ts';
import { type Delivery, type DeliveryContent, deliveryIdOf, findDelivery, type Next } from './delivery.ts';
import { catalogOf, type Destination } from './destination.ts';
import { detailsOf, type EventSource, neutralEvent, privacyModeOf } from './event/neutral-event.ts';
import { type EndedConversion, signalsFor } from './event/signals.ts';

/** While an earlier revision of the same conversion is on its way, or the figures are built again. */
const WAIT_MS = 60_000;
/** What nothing could be matched by is looked at again, each time when it is twice as old as the last time. */
const FIRST_LOOK_MS = 60_000;

export interface Prepared {
  ready: { delivery: Delivery; item: Item; content: Partial<DeliveryContent> }[];
  /** These are not sent, or not now. */
  others: { delivery: Delivery; next: Next }[];
  /** The outcomes of all of them, as the figures number them. */
  outcomes: readonly EndedConversion[];
}

type Stored = RowOf<'act/sync/item_get'>;

/** The outcomes of the earlier revisions. */
interface Earlier {
  /** The last one that the destination has, or may have. */
  known: Delivery | undefined;
  /** One that has not ended. */
  open: Delivery | undefined;
  /** It is at the destination, which has not decided about it. */
  isOpenThere: boolean;
  /** The ledger has been lost since, and one of them may have been sent. */
  isLost: boolean;
}

function earlierOf(base: Base, { lane, profileId, content }: Delivery, stored: Stored): Earlier {
  const earlier: Earlier = { known: undefined, open: undefined, isOpenThere: false, isLost: false };
  for (let revision = content.revision - 1; revision >= 1 && !earlier.known; revision -= 1) {
    const found = findDelivery(base, profileId, deliveryIdOf(lane, BigInt(content.conversion_no), revision));
    if (!found) earlier.isLost = stored.is_known === 1;
    if (found?.dueAt != null && found.state !== 'skipped' && !earlier.open) {
      earlier.open = found;
      earlier.isOpenThere = isUnconfirmed(found);
    }
    if (found?.state === 'accepted' || found?.state === 'sent') earlier.known = found;
  }
  return earlier;
}

const isSameMoney = (a: Money | null, b: Money | null): boolean =>
  a?.currency === b?.currency && Number(a?.amount ?? 0) === Number(b?.amount ?? 0);

const skipped = ({ content }: Delivery, reason: string, dueAt: number | null = null): Next => ({
  state: 'skipped',
  dueAt,
  content: { ...content, reason },
});

const moneyOf = ({ amount, currency }: Stored): Money | null =>
  amount === null || currency === null ? null : { amount, currency };

/** The present role of a delivery: the conversion itself, a change of it, or nothing. */
function kindOf(delivery: Delivery, stored: Stored, earlier: Earlier): Pick<NeutralEvent, 'kind' | 'original'> | Next {
  const isCounted = stored.is_counted === 1;
  if (delivery.content.revision < stored.revision) {
    // A later revision says what the conversion is now; before it, the destination must have the conversion at all.
    if (!isCounted) return skipped(delivery, 'withdrawn');
    return earlier.known || earlier.isLost ? skipped(delivery, 'superseded') : { kind: 'conversion' };
  }
  const isNothingLeft = stored.amount !== null && Number(stored.amount) <= 0;
  const at = { eventId: delivery.content.conversion_id, occurredAt: delivery.content.occurred_at };
  if (!earlier.known && earlier.isLost) return { kind: isCounted && !isNothingLeft ? 'restatement' : 'retraction', original: at };
  if (!earlier.known) return isCounted ? { kind: 'conversion' } : skipped(delivery, 'withdrawn');
  const { content } = earlier.known;
  const original = { ...at, occurredAt: content.occurred_at };
  if (!isCounted) return content.kind === 'retraction' ? skipped(delivery, 'duplicate') : { kind: 'retraction', original };
  if (content.kind !== 'retraction' && isSameMoney(moneyOf(stored), content.value)) return skipped(delivery, 'duplicate');
  if (isNothingLeft) return content.kind === 'retraction' ? skipped(delivery, 'duplicate') : { kind: 'retraction', original };
  return { kind: 'restatement', original };
}

const isNext = (found: object): found is Next => 'state' in found;

export async function prepareDeliveries(
  base: Base,
  destination: Destination,
  kind: DestinationKind,
  due: readonly Delivery[],
): Promise<Prepared> {
  const { profileId, destinationId } = destination;
  const names = namesOf(base, destination);
  const sources = await detailsOf(
    base,
    profileId,
    due.map(({ content }) => BigInt(content.conversion_no)),
    due.reduce((first, { content }) => Math.min(first, content.occurred_at), base.clock.now()),
  );
  if (!sources) return { ready: [], others: due.map((delivery) => ({ delivery, next: waiting(base, delivery) })), outcomes: [] };
  const prepared: Prepared = { ready: [], others: [], outcomes: outcomesIn(sources) };
  const mode = privacyModeOf(base, profileId);
  for (const delivery of due) {
    const { content } = delivery;
    const row = { destination_id: destinationId, conversion_no: BigInt(content.conversion_no) };
    const stored = base.state.statement('act/sync/item_get').get(row);
    const found = eventOf(base, {
      kind,
      delivery,
      stored,
      source: sources.get(row.conversion_no),
      name: names.get(content.conversion_key),
    });
    if (isNext(found)) {
      prepared.others.push({ delivery, next: found });
      continue;
    }
    const built = kind.build(found, destination.settings, mode);
    if ('skip' in built)
      prepared.others.push({
        delivery,
        next: skipped(delivery, built.skip, lookAgainAt(base, kind, delivery, built.skip)),
      });
    else
      prepared.ready.push({
        delivery,
        item: {
          payload: built.payload,
          occurredAt: found.occurredAt,
          actionSource: built.actionSource,
          firstTriedAt: content.first_tried_at ?? undefined,
        },
        content: {
          kind: found.kind,
          event_id: found.eventId,
          value: found.value ?? null,
          match_keys: built.matchKeys,
          action_source: kind.id === 'https' || kind.id === 'sandbox' ? null : built.actionSource,
        },
      });
  }
  return prepared;
}

const outcomesIn = (sources: ReadonlyMap<bigint, EventSource>): EndedConversion[] =>
  [...sources].flatMap(([conversionNo, { details }]) =>
    details.outcome_key === null ? [] : [{ conversionNo, outcomeKey: details.outcome_key }],
  );

/** It is looked at again as what it is. */
function waiting(base: Base, delivery: Delivery): Next {
  const dueAt = base.clock.now() + WAIT_MS;
  if (delivery.state === 'skipped') return { state: 'skipped', dueAt, content: delivery.content };
  return { state: delivery.state === 'pending' ? 'pending' : 'sent', dueAt, content: delivery.content };
}

/** The customer of a skipped conversion may become known while the platform still takes it; undefined: nothing can change. */
function lookAgainAt(base: Base, { limits }: DestinationKind, delivery: Delivery, reason: SkipReason): number | undefined {
  if (reason !== 'no_match_key') return undefined;
  const now = base.clock.now();
  const at = now + Math.max(FIRST_LOOK_MS, now - delivery.createdAt);
  return at <= delivery.content.occurred_at + oldestTaken(limits) ? at : undefined;
}

/** Event names by definition. */
function namesOf(base: Base, { profileId, destinationId }: Destination): Map<string, string> {
  const keys = new Set(definitionsOf(base, profileId).map(({ conversion_key }) => conversion_key));
  return new Map(
    catalogOf(base, profileId).flatMap((each) =>
      each.destinationId === destinationId && keys.has(each.conversionKey) ? [[each.conversionKey, each.eventName]] : [],
    ),
  );
}

interface Asked {
  kind: DestinationKind;
  delivery: Delivery;
  stored: Stored | undefined;
  source: EventSource | undefined;
  name: string | undefined;
}

function eventOf(base: Base, { kind, delivery, stored, source, name }: Asked): NeutralEvent | Next {
  const { profileId, content } = delivery;
  if (!stored) return skipped(delivery, 'withdrawn');
  if (stored.is_erased === 1) return skipped(delivery, 'erased');
  if (name === undefined) return skipped(delivery, 'definition_disabled');
  const earlier = earlierOf(base, delivery, stored);
  const change = kindOf(delivery, stored, earlier);
  const isRepeating = kind.limits.restatesByRepeating && earlier.isOpenThere && !isNext(change) && change.kind === 'restatement';
  if (earlier.open && !isRepeating) return waiting(base, delivery);
  // A later revision says what the conversion is, and is sent as the conversion where nothing was.
  const isOver = content.revision < stored.revision || base.clock.now() > content.occurred_at + oldestTaken(kind.limits);
  if (delivery.state === 'skipped' && isOver) return skipped(delivery, content.reason ?? 'superseded');
  if (isNext(change)) return change;
  const retractedFrom = content.occurred_at + (kind.limits.retractedAfterMs ?? 0);
  if (change.kind === 'retraction' && retractedFrom > base.clock.now())
    return { state: 'pending', dueAt: retractedFrom, content: { ...content, kind: 'retraction' } };
  // A retraction names what it takes back, which the figures may have no more.
  if (!source) return change.kind === 'retraction' ? retraction(delivery, name, change.original) : skipped(delivery, 'withdrawn');
  const eventId = change.kind === 'conversion' ? content.conversion_id : `${content.conversion_id}.${content.revision}`;
  const event = neutralEvent(
    {
      needsUserAgent: kind.id === 'meta',
      signals: signalsFor(base, profileId, kind, source.details),
      profileId,
      eventId,
      eventName: name,
      occurredAt: content.occurred_at,
      value: moneyOf(stored) ?? undefined,
      kind: change.kind,
      original: change.original,
      changedAt: delivery.createdAt,
    },
    source,
  );
  return change.kind === 'conversion' && event.consent?.adUserData === false ? skipped(delivery, 'consent') : event;
}

const retraction = ({ content, createdAt }: Delivery, eventName: string, original: NeutralEvent['original']): NeutralEvent => ({
  eventId: `${content.conversion_id}.${content.revision}`,
  eventName,
  occurredAt: content.occurred_at,
  actionSource: 'system_generated',
  kind: 'retraction',
  original,
  changedAt: createdAt,
  person: { emails: [], phones: [], clickIds: {} },
});
