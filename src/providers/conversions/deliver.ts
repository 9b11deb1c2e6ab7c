// Delivery of payloads in batches: young and old events apart, bad ones found with few requests, and nothing sent again that the platform
// would count twice.
import { ProviderFailure, type ProviderOutcome } from '../http/failure.ts';
import type { ActionSource, DestinationLimits, Payload, Receipt } from './destination.ts';

export interface Item {
  payload: Payload;
  occurredAt: number;
  actionSource: ActionSource;
  /** The beginning of an attempt whose end is unknown. Undefined if the event was surely never accepted. */
  firstTriedAt?: number | undefined;
}

export type ItemResult =
  | { state: 'accepted'; requestId?: string | undefined }
  /** Refused for good, and not accepted. */
  | { state: 'rejected'; reason: string }
  /** Perhaps accepted: to be sent again, with the time of its first attempt, while the platform recognises repetitions. */
  | { state: 'unknown'; reason: string; firstTriedAt: number }
  /** Surely not accepted: to be sent again. */
  | { state: 'waiting'; reason: string; retryAfterMs?: number | undefined }
  /** Never sent again: too old, or perhaps accepted at a time that the platform does not compare any more. */
  | { state: 'expired'; reason: 'too_old' | 'dedup_window_over' };

export interface Delivery {
  /** In the order of the items. */
  results: ItemResult[];
  requests: number;
  /** The failure that ended the delivery early; `reconnect`, `terms` and the like need a person. */
  failure?: ProviderFailure | undefined;
}

export interface DeliveryOptions {
  now: () => number;
  /** More requests than this in one delivery are left to the next one. */
  maxRequests?: number;
}

/** An event that gets too old on its way would be refused, and others with it. */
const AGE_MARGIN_MS = 5 * 60_000;
const MAX_REQUESTS = 500;
/** These are about the events of the request; every other failure is about the destination. */
const OF_EVENTS: readonly ProviderOutcome[] = ['rejected', 'too_large'];
const MAYBE_DONE: readonly ProviderOutcome[] = ['unknown', 'too_large', 'unusable', 'unavailable'];

/** The platform answered, and what it says cannot be read: cut off, of another shape, or without an entry for the event. */
export const UNREADABLE = 'answer_unreadable';

/** A part of a batch. */
interface Part {
  indexes: readonly number[];
  /** It is certain that one of its events is refused: the whole was, and the other half was not. */
  isBad: boolean;
  /** The other half, to be sent after this one. */
  second?: Part;
}

interface Run {
  limits: DestinationLimits;
  items: readonly Item[];
  results: Map<number, ItemResult>;
  /** To be sent, the next one last. */
  parts: Part[];
}

/** @param send Of a destination, with its grant and settings. */
export async function deliverBatch(
  limits: DestinationLimits,
  send: (payloads: readonly Payload[]) => Promise<Receipt>,
  items: readonly Item[],
  { now, maxRequests = MAX_REQUESTS }: DeliveryOptions,
): Promise<Delivery> {
  const run: Run = { limits, items, results: new Map(), parts: [] };
  run.parts.push(...batchesOf(run, now()));
  let requests = 0;
  let failure: ProviderFailure | undefined;
  for (let next = run.parts.pop(); next && !failure; next = run.parts.pop()) {
    const part = sendableOf(run, next, now());
    if (part.isBad && part.indexes.length > 1) run.parts.push(...halvesOf(part));
    else if (part.indexes.length > 0 && requests < maxRequests) {
      requests += 1;
      const startedAt = now();
      try {
        settle(run, part, await send(part.indexes.flatMap((index) => items[index]?.payload ?? [])), startedAt);
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        if (isOfEvents(error)) divide(run, part, reasonOf(error));
        else {
          failure = error;
          fail(run, part, error, startedAt);
        }
      }
    }
  }
  return { results: items.map((item, index) => run.results.get(index) ?? notSent(item, failure)), requests, failure };
}

/** Batches of one lane and one age class each: an event that is too old for most never stops young ones. */
function batchesOf(run: Run, now: number): Part[] {
  const groups = new Map<string, number[]>();
  for (const [index, item] of run.items.entries()) {
    const ageClass = now - item.occurredAt + AGE_MARGIN_MS > run.limits.maxAgeMs ? 'old' : 'young';
    const key = `${ageClass} ${item.payload.lane}`;
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  const { batch } = run.limits;
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / batch) }, (_, at) => ({
      indexes: group.slice(at * batch, (at + 1) * batch),
      isBad: false,
    })),
  );
}

/** A part without what may not be sent any more. */
function sendableOf({ limits, items, results }: Run, part: Part, now: number): Part {
  const indexes = part.indexes.filter((index) => {
    const item = items[index];
    const reason = item && whyExpired(limits, item, now);
    if (reason) results.set(index, { state: 'expired', reason });
    return item && !reason;
  });
  return indexes.length === part.indexes.length ? part : { indexes, isBad: false };
}

function whyExpired(limits: DestinationLimits, item: Item, now: number): 'too_old' | 'dedup_window_over' | undefined {
  const maxAgeMs = limits.maxAgeMsOf?.[item.actionSource] ?? limits.maxAgeMs;
  if (now - item.occurredAt + AGE_MARGIN_MS > maxAgeMs) return 'too_old';
  const windowMs = limits.dedupWindowMsOf?.[item.actionSource] ?? limits.dedupWindowMs;
  const isOutside = item.firstTriedAt !== undefined && (windowMs === 0 || now - item.firstTriedAt > windowMs);
  return isOutside ? 'dedup_window_over' : undefined;
}

/** The age in ms up to which an event of some source is taken. */
export const oldestTaken = ({ maxAgeMs, maxAgeMsOf = {} }: DestinationLimits): number =>
  Math.max(maxAgeMs, ...Object.values(maxAgeMsOf)) - AGE_MARGIN_MS;

/** An answer of the platform: what it accepted, what it names as bad, what it does not decide, and what has to be sent again without the bad ones. */
function settle(run: Run, part: Part, receipt: Receipt, startedAt: number): void {
  const { requestId, rejected, acceptedOthers, undecided = [] } = receipt;
  const { results, parts, items } = run;
  const refusals = new Map(rejected.map((each) => [part.indexes[each.index], each]));
  const others: number[] = [];
  for (const index of part.indexes) {
    const refusal = refusals.get(index);
    if (!refusal) others.push(index);
    else if (refusal.retryAfterMs === undefined) results.set(index, { state: 'rejected', reason: refusal.reason });
    else results.set(index, { state: 'waiting', reason: refusal.reason, retryAfterMs: refusal.retryAfterMs });
  }
  if (!acceptedOthers) {
    // A refusal that names nothing of the request is one without names.
    if (others.length === part.indexes.length) divide(run, part, 'refused');
    else if (others.length > 0) parts.push({ indexes: others, isBad: false });
    return;
  }
  const open = new Set(undecided.map((each) => part.indexes[each]));
  for (const index of others) {
    const firstTriedAt = items[index]?.firstTriedAt ?? startedAt;
    results.set(
      index,
      open.has(index) ? { state: 'unknown', reason: UNREADABLE, firstTriedAt } : { state: 'accepted', requestId },
    );
  }
  if (part.second && rejected.length + open.size === 0) part.second.isBad = true;
}

/** The first half of an odd number, which is sent next, is the smaller one. */
function halvesOf({ indexes }: Part): [Part, Part] {
  const middle = Math.floor(indexes.length / 2);
  const second = { indexes: indexes.slice(middle), isBad: false };
  return [second, { indexes: indexes.slice(0, middle), isBad: false, second }];
}

function divide({ results, parts }: Run, part: Part, reason: string): void {
  const [only] = part.indexes;
  if (part.indexes.length > 1) parts.push(...halvesOf(part));
  else if (only !== undefined) results.set(only, { state: 'rejected', reason });
}

/** A response that was too large comes after the fact; a request that was has the status of a refusal. */
const isOfEvents = ({ outcome, details }: ProviderFailure): boolean =>
  OF_EVENTS.includes(outcome) && (outcome === 'rejected' || (details.status ?? 0) >= 400);

function fail({ items, results }: Run, part: Part, failure: ProviderFailure, startedAt: number): void {
  const isMaybeDone = MAYBE_DONE.includes(failure.outcome);
  for (const index of part.indexes) {
    const item = items[index];
    if (!item) continue;
    const firstTriedAt = item.firstTriedAt ?? startedAt;
    results.set(index, isMaybeDone ? { state: 'unknown', reason: reasonOf(failure), firstTriedAt } : notSent(item, failure));
  }
}

/** An event that was perhaps accepted at an earlier attempt stays so until an answer says more. */
function notSent({ firstTriedAt }: Item, failure: ProviderFailure | undefined): ItemResult {
  const reason = failure ? reasonOf(failure) : 'request_limit';
  if (firstTriedAt !== undefined) return { state: 'unknown', reason, firstTriedAt };
  return { state: 'waiting', reason, retryAfterMs: failure?.details.retryAfterMs };
}

/** The platform's code, or the outcome: its sentences may repeat what was sent. */
function reasonOf({ outcome, details: { code, status = 0 } }: ProviderFailure): string {
  if (code !== undefined) return `${outcome} ${code.slice(0, 100)}`;
  return MAYBE_DONE.includes(outcome) && status >= 200 && status <= 299 ? UNREADABLE : outcome;
}
